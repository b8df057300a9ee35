/** Two people: one administrator proposes and another approves (granting `admin`, passkeys, approval limits, the books). */
import * as z from "zod/mini";
import type { Language } from "#platform/shared/language.ts";
import { defineRefusals } from "#platform/shared/refusal.ts";
import { defineRoute } from "#platform/shared/route.ts";
import { id, instant, wholeNumber } from "#platform/shared/wire.ts";

export const refuseProposal = defineRefusals({
  "proposals.not_found": { status: 404, message: "There is no such proposal" },
  "proposals.decided": { status: 409, message: "This proposal has been decided already" },
  "proposals.expired": { status: 409, message: "This proposal has expired. Propose it anew if it is still wanted." },
  "proposals.overtaken": {
    status: 409,
    message: "What this proposal would change has changed since. Withdraw it, and propose it anew.",
  },
  "proposals.own": { status: 403, message: "Another administrator approves what you proposed" },
  "proposals.about_you": { status: 403, message: "This proposal is about you: another administrator approves it" },
  "proposals.not_independent": {
    status: 403,
    message:
      "For 30 days nobody approves for an administrator who has granted their role, recovered them or moved their address.",
  },
});

export const proposalKinds = [
  "grant_admin",
  "recover",
  "move_email",
  "approval_limit",
  "remit",
  "adjust",
  "refund_otherwise",
  "close_course",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

const who = z.object({ id, name: z.string() });

export const proposal = z.object({
  id: z.int(),
  kind: z.enum(proposalKinds),
  /** What will be done, in a sentence. */
  summary: z.string(),
  /** The same in Spanish. */
  spanish: z.string(),
  reason: z.nullable(z.string()),
  proposedBy: who,
  proposedAt: instant,
  expiresAt: instant,
  status: z.enum(["open", "done", "withdrawn", "expired"]),
  /** Null while the proposal is open, and when the operator approved it at the server. */
  decidedBy: z.nullable(who),
  decidedAt: z.nullable(instant),
  /** Who may approve it; empty once it is not open. If nobody may, `npm run admin -- approve ID` on the server does. */
  approvers: z.array(who),
});
export type Proposal = z.output<typeof proposal>;

const params = z.object({ id: wholeNumber("A proposal is named by its number") });

export const proposalRoutes = {
  listProposals: defineRoute({
    method: "GET",
    path: "/api/admin/proposals",
    permission: "admin",
    summary:
      "What waits for a second administrator, and fifty that are over, newest first: decided or expired. With a cursor the next fifty of these.",
    query: z.object({ cursor: z.optional(wholeNumber("This page's cursor is not valid")) }),
    replies: {
      200: z.object({
        proposals: z.array(proposal),
        nextCursor: z.nullable(z.int()),
        /** The operator's, in which the moments are shown. */
        timeZone: z.string(),
      }),
    },
  }),
  approveProposal: defineRoute({
    method: "POST",
    path: "/api/admin/proposals/{id}/approve",
    permission: "admin",
    stepUp: true,
    summary: "Does what another administrator has proposed.",
    params,
    replies: { 200: z.object({ proposal }) },
  }),
  withdrawProposal: defineRoute({
    method: "POST",
    path: "/api/admin/proposals/{id}/withdraw",
    permission: "admin",
    stepUp: false,
    summary: "Takes a proposal back, or declines another's: nothing is done.",
    params,
    replies: { 200: z.object({ proposal }) },
  }),
};

/** Here and not beside a screen, because several rooms propose. */
const nextWords: Readonly<Record<Language, { approve: string; nobody: string }>> = {
  en: { approve: "Another administrator approves it", nobody: "There is no second administrator: on the server" },
  es: { approve: "Otro administrador lo aprueba", nobody: "No hay un segundo administrador: en el servidor" },
};

/** What happens next with a proposal that was just made, for its proposer. */
export function proposedText({ id: number, approvers }: Proposal, language: Language = "en"): string {
  const words = nextWords[language];
  return approvers.length > 0
    ? `${words.approve}: ${approvers.map(({ name }) => name).join(", ")}.`
    : `${words.nobody}, npm run admin -- approve ${number}.`;
}
