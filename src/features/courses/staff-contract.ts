/** Staff with their courses, and administrators, as administrators manage them. */
import * as z from "zod/mini";
import { proposal } from "#features/accounts/proposal-contract.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { languages } from "#platform/shared/language.ts";
import { email, id, idParam, instant, serial, wholeNumber } from "#platform/shared/wire.ts";
import { invitation } from "./invitation-contract.ts";

export const refuseStaff = defineRefusals({
  "staff.not_registered": {
    status: 404,
    message: "Nobody is registered with this email. Write their name, too, and we mail them an invitation.",
  },
  "staff.not_found": { status: 404, message: "There is no such member of staff" },
  "staff.unknown_course": { status: 400, message: "There is no such course" },
  "staff.no_course": { status: 400, message: "Choose at least one course for a member of staff" },
  "staff.works_already": { status: 409, message: "This person works here already. Change their role in the list." },
  "staff.invited_already": {
    status: 409,
    message: "This address is invited already. Send that invitation again, or take it back, in the list.",
  },
  "staff.invitation_gone": { status: 404, message: "This invitation is not there any more: it was used or taken back" },
  "staff.self": { status: 409, message: "Nobody changes their own role. Ask another administrator." },
});

const role = z.enum(["staff", "admin"], { error: "A role is staff or admin" });
const courseIds = z
  .array(wholeNumber("A course's id is a whole number"), "Name the courses by their ids")
  .check(z.maxLength(1000, "At most 1,000 courses"));
/** Of staff: their courses, and those of them whose range's statement they may read; without one, as before. */
const ofStaff = { courseIds: z.optional(courseIds), statementCourseIds: z.optional(courseIds) };

export const staffMember = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  /** The courses of staff; empty for administrators, who serve all. */
  courses: z.array(
    z.object({
      id: serial,
      name: z.string(),
      /** Whether they may read the range's statement there. */
      statements: z.boolean(),
    }),
  ),
  passkeys: z.int(),
  /** The last sign-in on any of their devices. */
  lastSignInAt: z.nullable(instant),
});
export type StaffMember = z.output<typeof staffMember>;

export const staffRoutes = {
  listStaff: defineRoute({
    method: "GET",
    path: "/api/admin/staff",
    permission: "admin",
    summary: "Administrators and staff, by name.",
    /** The moments are shown in the operator's time zone. */
    replies: { 200: z.object({ staff: z.array(staffMember), timeZone: z.string() }) },
  }),
  addStaff: defineRoute({
    method: "POST",
    path: "/api/admin/staff",
    permission: "admin",
    stepUp: true,
    summary:
      "Gives a registered person a role. It ends their sign-ins: from now on they need a code or a passkey. `admin` is proposed (202), and another administrator does it. An address without an account is invited by mail (200), if a name is given.",
    body: z.object({
      email: email("Email is required"),
      role,
      ...ofStaff,
      /** For an invitation: whom the letter greets, and its language. */
      name: z.optional(z.string().check(z.trim(), z.maxLength(100, "Please keep this under 100 characters"))),
      language: z.optional(z.enum(languages, { error: "The language is en or es" })),
    }),
    form: true,
    replies: {
      // A status of its own: pages from before invitations know 202 as a proposal, and send no name.
      200: z.object({ invitation }),
      201: z.object({ member: staffMember }),
      202: z.object({ proposal }),
    },
  }),
  changeStaff: defineRoute({
    method: "PATCH",
    path: "/api/admin/staff/{id}",
    permission: "admin",
    stepUp: true,
    summary:
      "Changes a role or the courses of staff. `player` takes the role away, with its passkeys. A changed role ends the person's sign-ins. `admin` is proposed (202), and another administrator does it.",
    params: idParam,
    body: z.object({
      role: z.optional(z.enum(["player", "staff", "admin"], { error: "A role is player, staff or admin" })),
      ...ofStaff,
    }),
    form: true,
    replies: { 200: z.object({ member: z.nullable(staffMember) }), 202: z.object({ proposal }) },
  }),
};
