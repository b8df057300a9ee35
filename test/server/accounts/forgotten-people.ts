/** People whose names stand nowhere else, and groups with them, for the tests of what a deletion leaves. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { buy, type Player, type TestApp } from "#test/app.ts";
import { bodyOf } from "#test/calls.ts";

export const remove = (person: Player) => person.call(profileRoutes.deleteUser, { params: { id: person.id } });

/** A golfer whose name and number nobody else has, and all texts that identify the golfer. */
export async function canary(app: TestApp, name: string, phone: string) {
  const golfer = await app.player(name, `${name.replace(" ", ".")}@example.com`.toLowerCase());
  const body = { name, phone };
  await bodyOf(golfer.call(accountRoutes.updateUser, { params: { id: golfer.id }, body }));
  const [first = "", last = ""] = name.toLowerCase().split(" ");
  return { golfer, traces: [first, last, phone.replaceAll(" ", ""), phone, golfer.userId] };
}

/** Three seats: the buyer, the golfer (whose ID is typed in small letters, beside a name), and a guest. */
export async function groupWith(buyer: Player, golfer: Player, typed: string) {
  const groupData = {
    mainPlayer: { bayNumber: 1, ballCount: 4 },
    friends: [
      { name: "Gil", bayNumber: 3, ballCount: 3 },
      { userId: golfer.userId.toLowerCase().replaceAll("-", ""), name: typed, bayNumber: 2, ballCount: 3 },
    ],
  };
  const call = { sessionData: { bayNumber: undefined, groupData }, key: randomUUID() };
  const again = () => buy(buyer, call);
  const { status, body } = await again();
  expect(status).toBe(200);
  return {
    again,
    order: body.order,
    main: body.session,
    seat: body.session.groupData.friendSessionIds[1] as string,
  };
}
