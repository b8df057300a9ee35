/** Chooses one course or all, the same on each screen that has figures of several courses. */
import { listWords } from "./list-words.ts";
import { SelectField } from "./field.tsx";
import { useWords } from "../words.ts";

interface CourseChoiceProps {
  /** Undefined for all courses. */
  course: number | undefined;
  courses: readonly { id: number; name: string }[];
  onChoose: (course: number | undefined) => void;
}

export function CourseChoice({ course, courses, onChoose }: CourseChoiceProps) {
  const words = useWords(listWords);
  const isListed = course === undefined || courses.some(({ id }) => id === course);
  return (
    <div className="w-72 max-w-full">
      <SelectField
        label={words.course}
        value={course ?? ""}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === "" ? undefined : Number(currentTarget.value))}
      >
        <option value="">{words.everyCourse}</option>
        {courses
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        {/* While the list loads, or for a course that is closed. */}
        {!isListed && <option value={course}>{words.courseNumber(course)}</option>}
      </SelectField>
    </div>
  );
}
