/** Compares every screen's reads with the model. */
import * as payBack from "./model/pay-back.ts";
import * as read from "./model/read.ts";
import { at, type Play } from "./model/world.ts";
import type { Cast } from "./people.ts";
import type { Act, Stage } from "./stage.ts";

function look(what: string, path: string, cookie: string | undefined, play: Play): Act {
  return { what, sent: { method: "GET", path, ...(cookie ? { cookie } : {}) }, play };
}

export function activeSessions(stage: Stage, cast: Cast, person: number): Act {
  const { id } = at(stage.world().people, person);
  const path = `/api/users/${id}/sessions/active`;
  return look(`${person} looks at open sessions`, path, at(cast.cookies, person), read.activeSessions(person));
}

export function orders(cast: Cast, person: number): Act {
  return look(`${person} looks at orders`, "/api/orders", at(cast.cookies, person), read.orders(person));
}

export function course(id: number): Act {
  return look(`someone looks at course ${id}`, `/api/courses/${id}`, undefined, read.course(id));
}

export function claims(stage: Stage, cast: Cast, person: number): Act {
  const { id } = at(stage.world().people, person);
  return look(`${person} looks at claims`, `/api/users/${id}/claims`, at(cast.cookies, person), read.claimsOf(person));
}

export function history(stage: Stage, cast: Cast, person: number): Act {
  const { id } = at(stage.world().people, person);
  const path = `/api/users/${id}/sessions`;
  return look(`${person} looks at past sessions`, path, at(cast.cookies, person), read.history(person));
}

export function queue(role: "admin" | "staff", status: "pending" | "verified" | "rejected"): Act {
  const path = `/api/admin/prize-claims?status=${status}`;
  return {
    what: `${role} looks at ${status} claims`,
    sent: { method: "GET", path, desk: role },
    play: read.queue(role, status),
  };
}

/** Payment troubles. */
export function troubles(): Act {
  return {
    what: "admin looks at payment troubles",
    sent: { method: "GET", path: "/api/admin/payment-troubles", desk: "admin" },
    play: payBack.troubles,
  };
}

export function settlement(id: number): Act {
  const sent = { method: "GET", path: `/api/admin/settlements/${id}`, desk: "admin" } as const;
  return { what: `admin looks at the settlement of course ${id}`, sent, play: read.settlement(id) };
}

/** A random one of these reads. */
export function anything(stage: Stage, cast: Cast): Act {
  const { random } = stage;
  const world = stage.world();
  const person = random.int(0, world.people.length - 1);
  const row = world.rows.length > 0 ? random.pick(world.rows) : undefined;
  switch (random.int(0, 6)) {
    case 0:
      return orders(cast, person);
    case 1:
      return claims(stage, cast, person);
    case 2:
      return course(random.pick(world.courses).id);
    case 3:
      return queue(random.pick(["admin", "staff"] as const), "pending");
    case 4:
      if (row?.id) {
        const path = `/api/sessions/${row.id}`;
        const viewer = random.chance(0.9) ? row.buyer : person;
        return look(
          `${viewer} looks at row ${row.at}`,
          path,
          at(cast.cookies, viewer),
          read.oneSession(viewer, row.at),
        );
      }
      return activeSessions(stage, cast, person);
    case 5:
      return troubles();
    default:
      return activeSessions(stage, cast, person);
  }
}
