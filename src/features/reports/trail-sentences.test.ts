import { describe, expect, test } from "vitest";
import { proposalKinds } from "#features/accounts/proposal-contract.ts";
import { auditActions } from "#platform/shared/audit-actions.ts";
import { changesOf } from "./server/trail-changes.ts";
import { listed, sentence } from "./server/trail-pieces.ts";
import { sentenceOf } from "./server/trail-sentences.ts";
import { alex, claim, everything, gone, names, nobody, RAW, textOf } from "#test/trail-lines.ts";

describe("every action has a sentence", () => {
  test.each(auditActions)("%s, with all that its line may hold", (action) => {
    const text = textOf({ action, detail: everything });
    expect(text).not.toMatch(RAW);
    expect(text.length).toBeGreaterThan(20);
    // Not the one of a line that nobody knows.
    expect(text).not.toMatch(/^Alex Stone: /);
  });

  test.each(auditActions)("%s, of a line that holds nothing and names nothing that is left", (action) => {
    for (const actorId of [null, alex])
      expect(textOf({ action, actorId, subject: "course:99" }, nobody)).not.toMatch(
        /[\da-f]{8}-[\da-f]{4}|undefined|null|NaN|\[object/,
      );
  });

  test("every kind of proposal has its words", () => {
    const said = proposalKinds.map((kind) => textOf({ action: "proposal.proposed", detail: { ...everything, kind } }));
    expect(said).toEqual([
      "Alex Stone proposed to make Sam P. an administrator: rain",
      "Alex Stone proposed to take the passkeys of Sam P. off: rain",
      "Alex Stone proposed to move Sam P. to another email address: rain",
      "Alex Stone proposed to set the approval limit of payouts to $600.00: rain",
      "Alex Stone proposed to pay $10.80 to the range of Pine Hills for October 2026: rain",
      "Alex Stone proposed to add $10.80 to 'Pot' of Pine Hills, by hand: rain",
      "Alex Stone proposed to refund $10.80 of order 1045 to Sam P. by check 1007 of 2026-11-20: rain",
      "Alex Stone proposed to close Pine Hills for good: rain",
    ]);
  });
});

describe("a sentence", () => {
  test.each([
    ["order.refunded", "Alex Stone refunded $10.80 of order 1045 to Sam P.: rain"],
    ["refund.failed", "The refund of $3.00 of order 1045 to Sam P. was refused: expired or canceled card"],
    ["claim.paid", "Alex Stone paid Sam P.'s claim of $1,005.70: check 1007"],
    [
      "claim.confirmed_age_18",
      "Alex Stone confirmed for Sam P.'s claim of $1,005.70 that its player is 18 or older (Driver's license): clear as day",
    ],
    ["session.move", "Alex Stone moved bay 7 of Pine Hills, where Sam P. plays, to bay 9: rain"],
    [
      "staff.changed",
      "Alex Stone made Sam P. staff of Pine Hills and Lake View, who may read the statements of Pine Hills",
    ],
    ["staff.invited", "Alex Stone invited somebody: staff of Pine Hills and Lake View"],
    ["staff.invitation_sent_again", "Alex Stone sent an invitation again: staff of Pine Hills and Lake View"],
    ["staff.invitation_taken_back", "Alex Stone took an invitation back: staff of Pine Hills and Lake View"],
    [
      "payout.divided",
      "Alex Stone divided a payout of the payment service: $3.00 to Pine Hills and $2.00 to the house: rain",
    ],
    ["transaction.sorted", "Alex Stone sorted a transaction of $10.80 into the fees of Pine Hills: rain"],
    ["month.closed", "Alex Stone closed October 2026 of Pine Hills"],
    [
      "settlement.mail_set",
      "Alex Stone had the settlements of Pine Hills mailed to 2 addresses, in Spanish, from day 3 of the next month on",
    ],
    ["settlement.mail_ended", "Alex Stone ended the mailing of the settlements of Pine Hills"],
    [
      "settlement.mailed",
      "Alex Stone mailed the settlement of Pine Hills for October 2026 again to 2 addresses, in Spanish",
    ],
    [
      "settlement.address_gone",
      "The deletion of an account took 2 addresses off the settlements of Pine Hills: 1 address left",
    ],
    [
      "course.closed_for_good",
      "Alex Stone closed Pine Hills for good: of its jackpot $50.00 back to the house, $7.00 to the jackpot of Lake View",
    ],
    ["course_request.changed", "Alex Stone marked the request for Oak Valley as handled"],
  ])("of %s reads '%s'", (action, wanted) => {
    expect(textOf({ action, detail: everything })).toBe(wanted);
  });

  test("leads to the page of each thing that it names", () => {
    const pieces = sentenceOf({ actorId: alex, action: "claim.rejected", subject: claim, detail: {} }, names);
    expect(pieces.map(({ text, href }) => [text, href !== undefined])).toEqual([
      ["Alex Stone", true],
      [" rejected ", false],
      ["Sam P.", true],
      ["'s ", false],
      ["claim of $1,005.70", true],
    ]);
    expect(pieces[4]?.href).toContain(claim);
  });

  test("names a deleted account by nobody's name, and the operator, the bank or the server where no person did it", () => {
    expect(textOf({ action: "account.signed_out", subject: gone, actorId: null, detail: { reason: "stolen" } })).toBe(
      "The operator signed a deleted account out everywhere: stolen",
    );
    expect(textOf({ action: "account.delete", subject: gone, actorId: gone })).toBe("A player deleted their account");
    expect(textOf({ action: "claim.rejected", actorId: null })).toMatch(/^The bank's decision rejected Sam P.'s claim/);
    const mailed = { month: "2026-10", addresses: 1, language: "en", again: false };
    expect(textOf({ action: "settlement.mailed", actorId: null, detail: mailed })).toBe(
      "The schedule mailed the settlement of Pine Hills for October 2026 to 1 address, in English",
    );
    expect(textOf({ action: "settlement.address_gone", actorId: null, detail: { addresses: 1, left: 0 } })).toBe(
      "The deletion of an account took 1 address off the settlements of Pine Hills: nobody gets them any more",
    );
    expect(textOf({ action: "course.changed", actorId: null })).toBe("The server, when it started, changed Pine Hills");
  });

  test("of an action that this release does not know is its words", () => {
    expect(textOf({ action: "ball.polished_twice" })).toBe("Alex Stone: ball polished twice");
  });

  test("lists one, two and three things", () => {
    const text = (...things: string[]) => sentence`${listed(things)}`.map((piece) => piece.text).join("");
    expect([text("A"), text("A", "B"), text("A", "B", "C")]).toEqual(["A", "A and B", "A, B and C"]);
  });
});

describe("the changed fields", () => {
  const of = (action: string, before: object | null, after: object) =>
    changesOf({ actorId: alex, action, subject: "course:3", detail: { before, after } });

  test("are named and written as people read them", () => {
    expect(
      of(
        "course.changed",
        { baseJackpot: 1000, jackpotShare: 20, isOpen: true, address: null },
        { baseJackpot: 1500.5, jackpotShare: 25, isOpen: false, address: "1 Lane" },
      ),
    ).toEqual([
      { field: "Base jackpot", before: "$1,000.00", after: "$1,500.50" },
      { field: "Jackpot share", before: "20 %", after: "25 %" },
      { field: "Open", before: "yes", after: "no" },
      { field: "Address", before: "nothing", after: "1 Lane" },
    ]);
  });

  test("of something new are what it was given, without its numbers", () => {
    expect(
      of("sponsor.added", null, { id: 4, courseId: 3, courseName: "Pine Hills", website: null, prizeValue: 20 }),
    ).toEqual([
      { field: "Course", before: null, after: "Pine Hills" },
      { field: "Prize value", before: null, after: "$20.00" },
    ]);
  });

  test("say that a picture is another one, not what its file is called", () => {
    const changed = (before: string | null, after: string | null) =>
      of("sponsor.changed", { logo: before }, { logo: after }).map((field) => [field.before, field.after]);
    expect(changed("a.webp", "b.webp")).toEqual([["a picture", "another picture"]]);
    expect(changed(null, "b.webp")).toEqual([["nothing", "a picture"]]);
    expect(changed("a.webp", null)).toEqual([["a picture", "nothing"]]);
  });

  test("of the journal's numbers are those that changed, by the accounts' names", () => {
    expect(of("journal.numbered", { pot: "1010", range_share: null }, { pot: "1010", range_share: "2200" })).toEqual([
      { field: "Due to the range", before: "nothing", after: "2200" },
    ]);
  });

  test("are left out where the sentence tells them with names", () => {
    for (const action of ["staff.changed", "session.move", "session.pause", "course_request.changed"])
      expect(of(action, { role: "player" }, { role: "staff" })).toEqual([]);
  });
});
