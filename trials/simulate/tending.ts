/** The steps of staff at the bays, and changes of prices by administrators meanwhile. */
import * as bays from "./model/bays.ts";
import { changeCourse, changePrice } from "./model/terms.ts";
import type { Row } from "./model/world.ts";
import type { Act, Stage } from "./stage.ts";
import { ADMIN } from "./working.ts";

/** After the administrator. */
const STAFF = -2;

/** A step of staff on a session: pause, resume, extend or move. */
export function tend(stage: Stage, row: Row): Act {
  const { random } = stage;
  const role = random.chance(0.6) ? ("admin" as const) : ("staff" as const);
  const key = random.chance(0.7) ? random.uuid() : undefined;
  const wish: bays.Step = { role, person: role === "admin" ? ADMIN : STAFF, row: row.at, key };
  const reason = "Lightning";
  const act = (step: string, body: object | undefined, play: Act["play"]): Act => ({
    what: `${role}: ${step} on row ${row.at}`,
    sent: { method: "POST", path: `/api/admin/sessions/${row.id}/${step}`, body, desk: role, key },
    play,
  });
  const held = row.pausedUntil !== null && row.pausedUntil > stage.world().now;
  const luck = random.next();
  if (luck < 0.3)
    return held ? act("resume", undefined, bays.resume(wish)) : act("pause", { reason }, bays.pause(wish));
  if (luck < 0.4) return act("resume", undefined, bays.resume(wish));
  if (luck < 0.75) {
    const minutes = random.int(1, 120);
    const shown = random.chance(0.5) ? row.expiresAt : null;
    const body = { minutes, reason, ...(shown === null ? {} : { expiresAt: new Date(shown).toISOString() }) };
    return act("extend", body, bays.extend({ ...wish, minutes, shown }));
  }
  const bayCount = stage.world().courses.find(({ id }) => id === row.course)?.bayCount ?? 1;
  const bay = random.chance(0.05) ? bayCount + 1 : random.int(1, Math.min(bayCount, 5));
  return act("move", { bayNumber: bay, reason }, bays.move({ ...wish, bay }));
}

/** Changes a course's terms or a package's price, for the next buyer. */
export function reprice(stage: Stage): Act {
  const { random } = stage;
  const { courses, packs } = stage.world();
  if (random.chance(0.4)) {
    const { id } = random.pick(packs);
    // Sometimes below the gateway's smallest price, with any course's factor.
    const price = random.chance(0.2) ? random.int(10, 36) : random.int(100, 1_000);
    return {
      what: `admin sells package ${id} for ${price}`,
      sent: { method: "PATCH", path: `/api/admin/packages/${id}`, body: { price: price / 100 }, desk: "admin" },
      play: changePrice(id, price),
    };
  }
  const { id } = random.pick(courses);
  const terms = {
    priceFactorBp: random.pick([10_000, 12_000, 9_999, 13_333, 10_050, 1_000, 2_000]),
    jackpotShareBp: random.pick([2_000, 3_333, 0, 8_000]),
    rangeShareBp: random.pick([0, 500, 1_234, 2_500]),
    taxRateMilli: random.pick([0, 7_000, 6_250, 19_625]),
    base: random.pick([100_000, 25_000, 123]),
  };
  const body = {
    priceFactor: terms.priceFactorBp / 10_000,
    jackpotShare: terms.jackpotShareBp / 100,
    rangeShare: terms.rangeShareBp / 100,
    taxRate: terms.taxRateMilli / 1000,
    baseJackpot: terms.base / 100,
  };
  return {
    what: `admin changes the terms of course ${id}`,
    sent: { method: "PATCH", path: `/api/admin/courses/${id}`, body, desk: "admin" },
    play: changeCourse(id, terms),
  };
}
