import { afterAll, beforeAll, expect, test } from "vitest";
import { accountRoutes } from "#features/accounts/contract.ts";
import { profileRoutes } from "#features/accounts/profile-contract.ts";
import { ours, safe } from "#platform/server/mail/safe-text.ts";
import { writeLetter } from "#platform/server/mail/letter.ts";
import { buy, claim, freshApp, type Json, type Player, play, type TestApp } from "#test/app.ts";
import { bodyOf, given } from "#test/calls.ts";
import { playRoutes } from "#features/play/contract.ts";

let app: TestApp;
let admin: Player;
beforeAll(async () => {
  app = await freshApp({ env: { PUBLIC_URL: "https://play.example.com", TAX_RATE: "7.5" } });
  admin = await app.signIn("admin@acebay.test");
});
afterAll(() => app.close());

/** A call of the administrator's that must succeed. */
async function did(...call: Parameters<Player["raw"]>): Promise<void> {
  const { status, body } = await admin.raw(...call);
  expect(status, JSON.stringify(body)).toBe(200);
}

interface Mail {
  subject: string;
  text: string;
  html: string;
}

/** What a person was mailed, the oldest first. */
async function mailsTo({ email }: Player): Promise<Mail[]> {
  const { rows } = await app.db.pool.query<Mail>(
    "SELECT subject, body AS text, html FROM mails WHERE recipient = $1 ORDER BY id",
    [email],
  );
  return rows;
}
const aboutClaims = async (person: Player) =>
  (await mailsTo(person)).filter(({ subject }) => /claim|reclamo/i.test(subject));

async function claimLeft(person: Player): Promise<Json> {
  const session = await play(person);
  const { body } = await claim(person, session.id, "left");
  await person.call(playRoutes.completeSession, { params: { id: session.id } });
  return body.claim;
}

async function playerIn(language: "en" | "es", name?: string): Promise<Player> {
  const person = await app.player(name);
  if (language === "es") {
    const body = await bodyOf(person.call(accountRoutes.updateUser, { params: { id: person.id }, body: { language } }));
    expect(body.user.language).toBe("es");
  }
  return person;
}

test("a golfer is told once each when a claim is submitted, verified and rejected, and never that it is won before", async () => {
  const person = await playerIn("en");
  const verified = await claimLeft(person);
  await did("PATCH", `/api/admin/prize-claims/${verified.id}/verify`);
  const rejected = await claimLeft(person);
  await did("PATCH", `/api/admin/prize-claims/${rejected.id}/reject`, { reason: "The ball stopped short <of> it." });
  const mails = await aboutClaims(person);
  expect(mails.map(({ subject }) => subject.replace(/ at .* (is|was)/, " at X $1"))).toEqual([
    "Your prize claim at X is submitted",
    "Your prize claim at X is verified",
    "Your prize claim at X is submitted",
    "Your prize claim at X was not confirmed",
  ]);
  expect(mails[0]?.text).toContain("We will contact you within one full business day.");
  expect(mails[0]?.text).toContain("See your claim: https://play.example.com/claims");
  expect(mails[0]?.text).not.toMatch(/\bwon\b|congratulations/i);
  expect(mails[1]?.text).toMatch(/congratulations/i);
  expect(mails[3]?.text).toContain("Why: The ball stopped short <of> it.");
  expect(mails[3]?.html).toContain("Why: The ball stopped short &lt;of&gt; it.");
  expect(mails[3]?.html).toContain('<a href="https://play.example.com/claims"');
});

test("a guest's claim is told to the buyer as the guest's, in letters before and after the verdict", async () => {
  const buyer = await playerIn("en", "Betty Buyer");
  const groupData = {
    mainPlayer: { bayNumber: 3, ballCount: 6 },
    friends: [{ name: "Li Guest", bayNumber: 4, ballCount: 4 }],
  };
  const { session } = (await buy(buyer, { sessionData: { groupData } })).body;
  const hit = {
    mainSessionId: session.id,
    friendIndex: 0,
    targetHole: "left" as const,
    prizeClaim: true,
    prizeAmount: 0,
  };
  const body = await bodyOf(buyer.call(playRoutes.recordGroupShot, { body: hit }));
  await did("PATCH", `/api/admin/prize-claims/${given(body.claim).id}/verify`);
  const mails = await aboutClaims(buyer);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Li Guest's prize claim at .+: submitted$/),
    expect.stringMatching(/^Li Guest's prize claim at .+: verified$/),
  ]);
  for (const { text } of mails) expect(text).toContain("Player: Li Guest");
  expect((await aboutClaims(await playerIn("en"))).length).toBe(0);
});

test("a jackpot claim names the amount that is reserved for it", async () => {
  const person = await playerIn("es");
  const session = await play(person);
  const { body } = await claim(person, session.id, "middle");
  const [mail] = await aboutClaims(person);
  const amount = body.claim.prizeAmount.toLocaleString("en-US", { style: "currency", currency: "USD" });
  expect(mail?.text).toContain(`Premio mayor de ${amount}`);
});

test.each([{ emailNotifications: false }, { prizeAlerts: false }])(
  "with %o no claim is mailed, but receipts and codes are",
  async (switches) => {
    const person = await playerIn("en");
    await person.call(profileRoutes.updateNotifications, { params: { id: person.id }, body: switches });
    await claimLeft(person);
    await app.jobs.runAll();
    await app.browser().call(accountRoutes.login, { body: { email: person.email } });
    const subjects = (await mailsTo(person)).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringMatching(/^Your receipt \d{6} from Acebay$/),
      expect.stringMatching(/^\d{6} is your Acebay code$/),
    ]);
  },
);

test("the letters of code, receipt, refund and claim come in Spanish, with the code first in its subject", async () => {
  const person = await playerIn("es", "Lucía Ñandú");
  const { body } = await buy(person, { start: false });
  await app.jobs.runAll();
  await did("POST", `/api/admin/orders/${body.order.id}/refund`, { reason: "Lluvia" });
  await app.browser().call(accountRoutes.login, { body: { email: person.email } });
  const mails = await mailsTo(person);
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Tu recibo \d{6} de Acebay$/),
    expect.stringMatching(/^Tu reembolso de Acebay: pedido \d+$/),
    expect.stringMatching(/^\d{6} es tu código de Acebay$/),
  ]);
  for (const { text, html } of mails) {
    expect(text).toContain("Hola, Lucía Ñandú:");
    expect(html).toContain('<html lang="es">');
    expect(text).not.toMatch(/\b(hello|your|paid|refund)\b/i);
  }
  expect(mails[0]?.text).toContain("Forma de pago: tarjeta terminada en 4242");
  expect(mails[0]?.text).toMatch(/Incluye Sales tax \(7\.5%\): \$0\.35/);
});

test("the code is in the language of the screen that asks for it", async () => {
  const person = await playerIn("en");
  await app.browser().call(accountRoutes.login, { body: { email: person.email, language: "es" } });
  expect((await mailsTo(person)).at(-1)?.subject).toMatch(/^\d{6} es tu código de Acebay$/);
  expect((await app.browser().raw("POST", "/api/login", { email: person.email, language: "fr" })).status).toBe(400);
});

test("what people typed is plain text in the HTML, whatever it looks like", async () => {
  const { html, text } = writeLetter({
    to: "robin@example.com",
    language: "en",
    subject: ours('"<title>"'),
    blocks: [
      safe`Hello ${"<script>alert(1)</script>"},`,
      { code: "<1>" },
      { lines: [safe`a & b`, safe`<i>`] },
      { link: ours('"x"'), url: 'https://example.com/?a="b"&c' },
    ],
    productName: "A<b>y",
  });
  expect(html).not.toMatch(/<script|<i>|<b>|<1>|="b"/);
  expect(html).toContain("Hello &lt;script&gt;alert(1)&lt;/script&gt;,");
  expect(html).toContain('href="https://example.com/?a=&quot;b&quot;&amp;c"');
  expect(text).toBe(
    'Hello <script>alert(1)</script>,\n\n  <1>\n\na & b\n<i>\n\n"x": https://example.com/?a="b"&c\n\nA<b>y',
  );
});
