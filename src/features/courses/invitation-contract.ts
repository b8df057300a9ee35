/** Invitations to work here, for people who have no account yet. For administrators. */
import * as z from "zod/mini";
import { defineRoute } from "#platform/shared/route.ts";
import { id, idParam, instant, serial } from "#platform/shared/wire.ts";

/** For so long an invitation can be used. */
export const INVITED_DAYS = 7;

export const invitation = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(["staff", "admin"]),
  /** The courses of staff; empty for administrators, who serve all. */
  courses: z.array(z.object({ id: serial, name: z.string(), statements: z.boolean() })),
  /** The administrator's name. */
  invitedBy: z.string(),
  invitedAt: instant,
  expiresAt: instant,
  /** Whether it can still be used: it has not expired, and who sent it is still an administrator. */
  isOpen: z.boolean(),
});
export type Invitation = z.output<typeof invitation>;

export const invitationRoutes = {
  listInvitations: defineRoute({
    method: "GET",
    path: "/api/admin/staff-invitations",
    permission: "admin",
    summary: "Invitations that nobody has used yet, the newest first; also those that have expired.",
    /** The moments are shown in the operator's time zone. */
    replies: { 200: z.object({ invitations: z.array(invitation), timeZone: z.string() }) },
  }),
  sendInvitationAgain: defineRoute({
    method: "POST",
    path: "/api/admin/staff-invitations/{id}/send",
    permission: "admin",
    stepUp: true,
    summary: "Mails an invitation again. It is then the caller's, and valid for another 7 days.",
    params: idParam,
    replies: { 200: z.object({ invitation }) },
    limit: { per: "account", max: 30, seconds: 600 },
  }),
  takeInvitationBack: defineRoute({
    method: "POST",
    path: "/api/admin/staff-invitations/{id}/take-back",
    permission: "admin",
    stepUp: true,
    summary: "Takes an invitation back: whoever signs in with the address is given no role.",
    params: idParam,
    replies: { 204: null },
  }),
};
