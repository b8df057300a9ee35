/** A day for any engine: a golfer's on a phone, then an administrator's at the desk. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "@playwright/test";
import type { Line } from "./line.ts";
import type { Person } from "./person.ts";

export const GOLFER = { name: "Casey Anywhere", email: "casey.anywhere@example.com", phone: "555 010 4477" };

const CHALLENGED = "4000 0000 0000 3220";
/** The page counts two taps within 400 ms as one. */
const BETWEEN_TAPS_MS = 450;
const pause = () => sleep(BETWEEN_TAPS_MS);
/** The page drops a tap on what has just come under the thumb, as 'Shot Taken' after 'Play on'. */
const LOOK_AT_IT_MS = 1_000;

export async function registers(golfer: Person): Promise<void> {
  await golfer.goto("/register?from=%2Fapp");
  // The form is shown before the app is loaded, which draws it anew because of the query.
  await golfer.fill("Name", GOLFER.name);
  await golfer.until("navigator.serviceWorker.ready.then(() => true)");
  await golfer.fill("Email", GOLFER.email);
  await golfer.fill("Phone", GOLFER.phone);
  await golfer.tap({ role: "button", name: "Create Account" });
  await golfer.sees({ text: "Account created successfully!" });
}

/** From the courses to the challenge and its answer. @param look called at each screen and sheet on the way */
export async function pays(golfer: Person, look: (state: string) => Promise<void> = async () => undefined) {
  await golfer.tap({ text: "Palmetto Pines Driving Range" });
  await golfer.tap({ role: "button", name: "Continue to Ball Packages" });
  await golfer.tap({ text: "Jackpot Five" });
  await golfer.fill("Bay number", "12");
  await look("package");
  await golfer.tap({ role: "button", name: "Continue" });
  await golfer.tap({ text: "Start now" });
  await golfer.sees({ role: "button", name: "Pay & Start Session - $3" });
  await golfer.tap({ text: "Card" });
  await golfer.fill("Card number", CHALLENGED);
  await golfer.fill("Expiry", "12/30");
  await golfer.fill("CVV", "123");
  await golfer.fill("Billing ZIP", "34119");
  await look("checkout");
  await golfer.tap({ role: "button", name: "Pay & Start Session - $3" });
  const question = { role: "dialog", name: "Your bank asks" } as const;
  await golfer.sees({ role: "button", name: "Approve $3" }, question);
  await look("bank");
  await golfer.tap({ role: "button", name: "Approve $3" }, question);
  await golfer.sees({ role: "heading", name: "Bay 12" });
}

export async function plays(golfer: Person, line: Line): Promise<void> {
  await golfer.sees({ text: "5 / 5" });
  await sleep(LOOK_AT_IT_MS);
  await golfer.tap({ role: "button", name: "Shot Taken" });
  await golfer.sees({ text: "Shot 1: saved" });
  await golfer.sees({ text: "4 / 5" });
  await golfer.tap({ role: "button", name: "Undo" });
  await golfer.sees({ text: "5 / 5" });
  await claims(golfer, "Middle Hole");
  await golfer.sees({ text: "Prize Claim Submitted!" });
  await golfer.sees({ text: "4 / 5" });

  await golfer.until("navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)");
  line.cut();
  await golfer.tap({ role: "button", name: "Shot Taken" });
  await golfer.sees({ text: "You are offline. Play on" });
  await golfer.sees({ text: "3 / 5" });
  await pause();
  await claims(golfer, "Left Hole");
  await golfer.sees({ text: "Not sent. Tell staff now" });
  await golfer.goto("/game");
  await golfer.sees({ text: "Not sent. Tell staff now" });
  await golfer.sees({ text: "3 / 5" });
  line.mend();
  await golfer.misses({ text: "Not sent" });
  await golfer.sees({ text: "Your claims" });
  await golfer.sees({ text: "3 / 5" });

  await golfer.tap({ role: "button", name: "End Session" });
  await golfer.tap({ role: "button", name: "End now" });
  await golfer.misses({ role: "button", name: "Shot Taken" });
}

async function claims(golfer: Person, hole: string): Promise<void> {
  const sheet = { role: "dialog", name: "Claim Your Prize" } as const;
  await golfer.tap({ role: "button", name: "Claim Your Prize" });
  await golfer.tap({ text: hole }, sheet);
  await golfer.tap({ role: "button", name: "Review Claim" }, sheet);
  await golfer.tap({ role: "button", name: "Confirm" }, sheet);
}

/** @param mailedCode the newest code mailed to an address */
export async function signsInAtDesk(staff: Person, email: string, mailedCode: (email: string) => Promise<string>) {
  await staff.goto("/login");
  await staff.fill("Email", email);
  await staff.tap({ role: "button", name: "Sign In" });
  await staff.sees({ role: "heading", name: "Check your mail" });
  await staff.fill("Code", await mailedCode(email));
  await staff.sees({ role: "link", name: "Verify claims" });
}

export async function decides(staff: Person): Promise<void> {
  await staff.tap({ role: "link", name: "Verify claims" });
  const claim = { role: "region", name: `Claim of ${GOLFER.name}` } as const;
  await staff.tap({ role: "link", name: GOLFER.name }, { role: "row", name: "Middle Hole" });
  await staff.tap({ role: "button", name: "Verify" }, claim);
  await staff.tap({ role: "button", name: "Verify" }, { role: "dialog", name: "Verify" });
  await staff.sees({ text: "Prize Claim Approved" });
  // The next claim is open by itself.
  await staff.sees({ text: "Left Hole" }, claim);
  await staff.tap({ role: "button", name: "Reject" }, claim);
  const sheet = { role: "dialog", name: "Reject" } as const;
  await staff.fill("Reason", "The ball missed the green", sheet);
  await staff.tap({ role: "button", name: "Reject Claim" }, sheet);
  await staff.sees({ text: "Prize Claim Rejected" });
  await staff.sees({ text: "Reason: The ball missed the green" }, claim);
}

export async function readsTheVerdicts(golfer: Person): Promise<void> {
  await golfer.goto("/claims");
  const gold = { role: "dialog", name: "You won the jackpot!" } as const;
  await golfer.sees({ text: "Done" }, gold);
  // A tap in its first second may have been meant for what it covers.
  await sleep(1_000);
  await golfer.tap({ role: "button", name: "Done" }, gold);
  await golfer.sees({ text: "Verified" }, { role: "article", name: "Middle Hole" });
  await golfer.sees({ text: "The ball missed the green" }, { role: "article", name: "Left Hole" });
}

/**
 * Asks to delete the account, gives a proof, and reads why it is not deleted yet.
 * @param mailedCode the newest code mailed to an address
 */
export async function wantsToLeave(golfer: Person, mailedCode: (email: string) => Promise<string>): Promise<void> {
  await golfer.goto("/profile");
  await golfer.tap({ role: "heading", name: "Settings" });
  await golfer.tap({ role: "button", name: "Delete my account" });
  await golfer.tap({ role: "button", name: "Continue" }, { role: "dialog", name: "Delete your account?" });
  const sure = { role: "dialog", name: "Are you sure?" } as const;
  await sleep(LOOK_AT_IT_MS);
  await golfer.tap({ role: "button", name: "Delete for good" }, sure);
  const proof = { role: "dialog", name: "Is it you?" } as const;
  await golfer.sees({ label: "Code" }, proof);
  await golfer.fill("Code", await mailedCode(GOLFER.email), proof);
  await golfer.sees({ text: "We still owe you a prize." }, sure);
  await golfer.tap({ role: "button", name: "Keep my account" }, sure);
  await golfer.misses(sure);
}

/** A person who finds the phone learns nothing by which to reach its owner. */
export async function leavesNothingPersonal(golfer: Person): Promise<void> {
  const kept = await golfer.kept();
  for (const part of [GOLFER.email, GOLFER.phone, GOLFER.phone.replaceAll(/\D/g, ""), CHALLENGED])
    expect(kept).not.toContain(part);
}
