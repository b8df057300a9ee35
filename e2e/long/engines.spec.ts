/** The same day in the two engines in which no other journey is played: an iPhone's, and Firefox's. */
import { DESK, type Engine, PHONE } from "../engines/engine.ts";
import {
  decides,
  leavesNothingPersonal,
  pays,
  plays,
  readsTheVerdicts,
  registers,
  signsInAtDesk,
  wantsToLeave,
} from "../engines/journey.ts";
import { openLine } from "../engines/line.ts";
import { engines, openEngine } from "../engines/open.ts";
import { personAt } from "../engines/person.ts";
import { coloursKept } from "../engines/themes.ts";
import { expect, test } from "../fixtures.ts";

// Two browsers a day, with a start each.
test.describe.configure({ timeout: 240_000 });

for (const name of engines) {
  test(`${name}: a golfer registers, pays, answers the bank, plays offline and online again; staff verify and reject; an account with a prize stays`, async ({
    serverOf,
    request,
  }, info) => {
    const server = await serverOf(`${info.file} ${name}`);
    const line = await openLine(server.url);
    const open: Engine[] = [];
    const sitDown = async (size: typeof PHONE) => {
      const engine = await openEngine(name, size);
      open.push(engine);
      return personAt(engine, line.url);
    };
    try {
      const golfer = await sitDown(PHONE);
      await test.step("register", () => registers(golfer));
      await test.step("pay", () => pays(golfer));
      await test.step("the system's theme changes over a game and its sheet", async () => {
        const [phone] = open;
        if (!phone) throw new Error("No phone is open");
        expect(await coloursKept(phone)).toEqual([0, 0, 0, 0]);
        await golfer.tap({ role: "button", name: "End Session" });
        await golfer.sees({ role: "button", name: "Play on" });
        expect(await coloursKept(phone)).toEqual([0, 0, 0, 0]);
        await golfer.tap({ role: "button", name: "Play on" });
      });
      await test.step("play", () => plays(golfer, line));
      const staff = await sitDown(DESK);
      const mailedCode = async (email: string) => {
        const mails: { to: string; subject: string }[] = await (
          await request.get(`${server.url}/dev/outbox.json`)
        ).json();
        return mails.find(({ to }) => to === email)?.subject.slice(0, 6) ?? "";
      };
      await test.step("sign in at the desk", () => signsInAtDesk(staff, "admin@acebay.test", mailedCode));
      await test.step("decide", () => decides(staff));
      await test.step("read", () => readsTheVerdicts(golfer));
      await test.step("want to leave", () => wantsToLeave(golfer, mailedCode));
      await test.step("look through the phone", () => leavesNothingPersonal(golfer));
      for (const engine of open) expect(await engine.errors()).toEqual([]);
    } catch (error) {
      for (const [index, engine] of open.entries()) await engine.picture(info.outputPath(`window-${index}.png`));
      throw error;
    } finally {
      for (const engine of open) await engine.close();
      await line.close();
    }
  });
}
