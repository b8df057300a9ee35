import { describe, expect, test } from "vitest";
import { auditActions } from "#platform/shared/audit-actions.ts";
import type { Names } from "./server/trail-pieces.ts";
import { sentenceOf } from "./server/trail-sentences.ts";
import { spanishOf } from "./server/trail-spanish.ts";

const [alex, gone] = ["00000001-0000-4000-8000-000000000000", "00000003-0000-4000-8000-000000000000"];
const names: Names = {
  person: new Map([
    [alex, { name: "Alex Stone", role: "admin", deleted: false }],
    [gone, { name: "Deleted player", role: "player", deleted: true }],
  ]),
  order: new Map(),
  claim: new Map(),
  session: new Map(),
  refund: new Map(),
  course: new Map([["3", { name: "Pine Hills" }]]),
  package: new Map(),
  sponsor: new Map(),
  sponsored_prize: new Map(),
  course_request: new Map(),
};

describe("a sentence in Spanish", () => {
  const spanish = (action: string, detail: object, actorId: string | null = alex) =>
    spanishOf({ actorId, action, subject: "course:3", detail: { ...detail } }, names)
      ?.map(({ text }) => text)
      .join("");

  test("says of settlements by mail what the English one says", () => {
    const set = { addresses: 2, language: "es", day: 3 };
    expect(spanish("settlement.mail_set", set)).toBe(
      "Alex Stone hizo que las liquidaciones de Pine Hills se envíen por correo a 2 direcciones, en español, desde el día 3 del mes siguiente",
    );
    expect(spanish("settlement.mail_ended", {})).toBe(
      "Alex Stone terminó el envío por correo de las liquidaciones de Pine Hills",
    );
    const sent = { month: "2026-10", addresses: 1, language: "en", again: false };
    expect(spanish("settlement.mailed", sent, null)).toBe(
      "El calendario envió la liquidación de Pine Hills de octubre de 2026 a 1 dirección, en inglés",
    );
    expect(spanish("settlement.mailed", { ...sent, again: true }, gone)).toMatch(
      /^una cuenta eliminada envió otra vez la liquidación/,
    );
    expect([2, 1, 0].map((left) => spanish("settlement.address_gone", { addresses: 1, left }, null))).toEqual([
      "La eliminación de una cuenta quitó 1 dirección de las liquidaciones de Pine Hills: quedan 2 direcciones",
      "La eliminación de una cuenta quitó 1 dirección de las liquidaciones de Pine Hills: queda 1 dirección",
      "La eliminación de una cuenta quitó 1 dirección de las liquidaciones de Pine Hills: ya nadie las recibe",
    ]);
  });

  test("is there for every action about settlements by mail, and leads where the English one leads", () => {
    const actions = auditActions.filter((action) => action.startsWith("settlement."));
    expect(actions).toHaveLength(4);
    for (const action of actions) {
      const deed = { actorId: alex, action, subject: "course:3", detail: { month: "2026-10", addresses: 2 } };
      const leads = (of: typeof sentenceOf | typeof spanishOf) =>
        of(deed, names)
          ?.flatMap(({ href }) => href ?? [])
          .toSorted();
      expect(leads(spanishOf)).toEqual(leads(sentenceOf));
    }
  });
});
