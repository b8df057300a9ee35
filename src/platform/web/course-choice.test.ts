import { expect, test } from "vitest";
import { courseIn, withCourse } from "./course-choice.ts";

test("a course written into an address is read from it again; the period stays", () => {
  expect(withCourse("dateFilter=today", 2)).toBe("?dateFilter=today&course=2");
  expect(courseIn(withCourse("dateFilter=today", 2))).toBe(2);
  expect(withCourse("course=2&dateFilter=today", undefined)).toBe("?dateFilter=today");
  expect(withCourse("course=2", undefined)).toBe("");
});

test("what is no course's number means all of them", () => {
  for (const text of ["", "course=", "course=0", "course=-1", "course=x", "course=1.5", "course=1e3"])
    expect(courseIn(text)).toBeUndefined();
});
