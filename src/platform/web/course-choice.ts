/** The course of figures, kept in the address (`?course=2`); without it all of them. */
import { useLocation, useSearch } from "wouter";

/** An address's query with another course. */
export function withCourse(search: string, course: number | undefined): string {
  const query = new URLSearchParams(search);
  if (course === undefined) query.delete("course");
  else query.set("course", String(course));
  return query.size > 0 ? `?${query}` : "";
}

/** Text that is no course's number means all courses. */
export function courseIn(search: string): number | undefined {
  const text = new URLSearchParams(search).get("course") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

export function useCourseChoice(): [number | undefined, (course: number | undefined) => void] {
  const search = useSearch();
  const [location, navigate] = useLocation();
  return [courseIn(search), (course) => navigate(`${location}${withCourse(search, course)}`)];
}
