/**
 * An administrator who reads figures for as long as a history takes, and is signed in again when the sign-in has
 * expired.
 */
import { expect } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import type { Json, Player, TestApp } from "./app.ts";

export function figuresOf(app: TestApp) {
  let admin: Player | undefined;
  const signedIn = async (): Promise<Player> => {
    if (!admin || (await admin.call(accountRoutes.me)).status !== 200) admin = await app.signIn("admin@acebay.test");
    return admin;
  };
  /** What `/api/admin/{what}` answers; `filter` is its dateFilter. */
  const read = async (what: string, filter?: string): Promise<Json> => {
    const query = filter === undefined ? "" : `?dateFilter=${filter}`;
    const reply = await (await signedIn()).raw("GET", `/api/admin/${what}${query}`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body;
  };
  return { signedIn, read };
}
