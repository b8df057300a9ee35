/**
 * `npm run screens -- --engine webkit` (or firefox): every address, and a day's sheets, as another engine draws them,
 * light and dark, a golfer's at 390 x 844, the game's on its side, too, and the desk's at 1280 x 800, into
 * `screens/<engine>/`. Axe and the rarer states are for the pictures of Chromium; these are for looking at.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deskScreens } from "../desk-screens.ts";
import { DESK, type Engine, PHONE } from "../engines/engine.ts";
import { GOLFER, pays, registers, signsInAtDesk } from "../engines/journey.ts";
import { engines, openEngine } from "../engines/open.ts";
import { type Person, personAt } from "../engines/person.ts";
import { startServer } from "../server.ts";

const name = engines.find((known) => known === process.argv[2]);
if (!name) throw new Error(`The engine is one of ${engines.join(", ")}`);
/** A phone on its side. */
const SIDEWAYS = { width: PHONE.height, height: PHONE.width };
const folder = fileURLToPath(new URL(`../../screens/${name}`, import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await startServer(`screens-${name}`);
const open: Engine[] = [];
let taken = 0;
try {
  const phone = await openEngine(name, PHONE);
  open.push(phone);
  await golfer(personAt(phone, server.url), shooter(phone, "phone"), phone);
  const desk = await openEngine(name, DESK);
  open.push(desk);
  await staff(personAt(desk, server.url), shooter(desk, "desk"), desk);
  process.stdout.write(`${taken} pictures: screens/${name}\n`);
} finally {
  for (const engine of open) await engine.close();
  await server.stop();
}

type Shoot = (state: string) => Promise<void>;

/** Takes what is shown now, in both themes, as when the system changes its own. */
function shooter(engine: Engine, device: string): Shoot {
  return async (state) => {
    for (const theme of ["light", "dark"] as const) {
      await engine.scheme(theme);
      await engine.evaluate("document.fonts.ready.then(() => true)");
      // Pictures load, sheets settle, and an engine that draws in software takes its time over a whole window.
      await new Promise((done) => setTimeout(done, 1_200));
      await engine.picture(join(folder, `${device}-${String(taken).padStart(2, "0")}-${state}-${theme}.png`));
    }
    taken += 1;
  };
}

/** Screens that need only an address. */
async function visit(person: Person, shoot: Shoot, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await person.goto(path);
    await person.until("!document.querySelector('main .animate-shimmer')");
    await shoot(path.replaceAll(/[^a-z]+/g, "-").replaceAll(/^-|-$/g, "") || "start");
  }
}

/** The address of the first link of a screen that begins so. */
async function linkOn(person: Person, engine: Engine, path: string, beginning: string): Promise<string> {
  const link = `document.querySelector("main a[href^='${beginning}']")`;
  await person.goto(path);
  await person.until(`${link} !== null`);
  return String(await engine.evaluate(`${link}.getAttribute("href")`));
}

async function golfer(person: Person, shoot: Shoot, phone: Engine): Promise<void> {
  await visit(person, shoot, ["/", "/landing", "/terms", "/login", "/register", "/bay?course=1&bay=7"]);
  await registers(person);
  await shoot("courses");
  await pays(person, shoot);
  await shoot("game");
  await phone.resize(SIDEWAYS);
  await shoot("game-sideways");
  await person.tap({ role: "button", name: "Claim Your Prize" });
  const sheet = { role: "dialog", name: "Claim Your Prize" } as const;
  await person.sees({ text: "Left Hole" }, sheet);
  await shoot("claim-sideways");
  await phone.resize(PHONE);
  await person.tap({ text: "Left Hole" }, sheet);
  await shoot("claim");
  await person.tap({ role: "button", name: "Review Claim" }, sheet);
  await shoot("claim-review");
  await person.tap({ role: "button", name: "Confirm" }, sheet);
  await person.sees({ text: "Prize Claim Submitted!" });
  await shoot("claimed");
  await person.tap({ role: "button", name: "End Session" });
  await person.sees({ role: "button", name: "End now" });
  await shoot("end");
  const receipt = await linkOn(person, phone, "/orders", "/orders/");
  await visit(person, shoot, ["/course", "/claims", "/prizes?course=1&step=2", "/orders", receipt, "/profile"]);
  await person.tap({ text: "Settings" });
  await person.tap({ role: "button", name: "Delete my account" });
  await shoot("delete-account");
}

async function staff(person: Person, shoot: Shoot, desk: Engine): Promise<void> {
  const mailedCode = async (email: string) => {
    const mails: { to: string; subject: string }[] = await (await fetch(`${server.url}/dev/outbox.json`)).json();
    return mails.find(({ to }) => to === email)?.subject.slice(0, 6) ?? "";
  };
  await signsInAtDesk(person, "admin@acebay.test", mailedCode);
  const idOn = async (path: string) => (await linkOn(person, desk, path, `${path}/`)).slice(path.length + 1);
  const world = { orderId: await idOn("/admin/orders"), personId: await idOn("/admin/people"), claimId: "" };
  // The claim is opened by hand below.
  const paths = Object.values(deskScreens(world)).flat();
  await visit(
    person,
    shoot,
    paths.filter((path) => !path.endsWith("claim=")),
  );
  await person.goto("/admin/prize-verification");
  await person.tap({ role: "link", name: GOLFER.name }, { role: "row", name: "Left Hole" });
  await shoot("evidence");
  await person.tap({ role: "button", name: "Reject" }, { role: "region", name: `Claim of ${GOLFER.name}` });
  await shoot("reject");
  await person.goto("/admin/staff");
  await person.tap({ role: "button", name: "Add a person" });
  await shoot("add-a-person");
}
