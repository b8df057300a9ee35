/** A course and one of its bays. The bay's number stays in a line with its word. */

export function AtBay({ course, bay }: { course: string; bay: string }) {
  return (
    <>
      {course} · <span className="whitespace-nowrap">{bay}</span>
    </>
  );
}
