/** Asking for the product at a new course, from the landing page. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { email, id, instant, text } from "#platform/shared/wire.ts";

export const courseRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  courseName: z.string(),
  courseLocation: z.string(),
  message: z.nullable(z.string()),
  createdAt: instant,
});

export const requestRoutes = {
  requestCourse: defineRoute({
    method: "POST",
    path: "/api/course-requests",
    permission: "public",
    summary: "Asks for the product at a new course.",
    body: z.object({
      name: text("Name is required", 100),
      email: email("Valid email is required"),
      courseName: text("Course name is required"),
      courseLocation: text("Course location is required"),
      message: z.optional(text("Message is blank", 2000)),
    }),
    form: true,
    replies: { 201: z.object({ courseRequest }) },
    limit: { per: "address", max: 10, seconds: 600 },
  }),
};
