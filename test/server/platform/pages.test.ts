/** The pages as they leave the server: the operator's names in them, and the form of a browser without scripts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillPage, type PageReader } from "#main/server/page-head.ts";
import { LANGUAGE_COOKIE } from "#platform/shared/language.ts";
import type { Address } from "#platform/shared/addresses/address.ts";
import { addresses } from "#platform/shared/addresses/all.ts";
import { readConfig } from "#platform/server/config.ts";
import { freshApp, type TestApp } from "#test/app.ts";

const page =
  '<head><!--{{head}}--></head><h1>{{productName}}</h1><a href="mailto:{{contactEmail}}">{{productName}}</a>';
const names = { productName: 'Pot & Putt "Pro" $&', contactEmail: "help@range.example", publicUrl: undefined };
const reader: PageReader = { visitor: false, language: "en" };
const written = "Pot &amp; Putt &quot;Pro&quot; $&amp;";

describe("a page is filled in", () => {
  test("with the operator's names wherever they stand, as text", () => {
    const filled = fillPage(page, names, "/", reader);
    expect(filled).toContain(`<h1>${written}</h1><a href="mailto:help@range.example">${written}</a>`);
    expect(filled).toContain(`<title>${written}</title>`);
    expect(filled).not.toContain("{{");
  });

  test("with the meta tags for sharing, and a canonical address only when there is one", () => {
    const filled = fillPage(page, { ...names, publicUrl: "https://play.example" }, "/landing", reader);
    expect(filled).toContain('<link rel="canonical" href="https://play.example/landing">');
    expect(filled).toContain('<meta property="og:url" content="https://play.example/landing">');
    expect(filled).toContain(`<title>Win prizes at the driving range · ${written}</title>`);
    expect(fillPage(page, names, "/landing", reader)).not.toContain("canonical");
    expect(fillPage(page, { ...names, publicUrl: "https://play.example" }, "/login", reader)).not.toContain("og:");
  });

  test("in the reader's language", () => {
    const filled = fillPage(`<html lang="en">${page}`, names, "/landing", { ...reader, language: "es" });
    expect(filled).toContain('<html lang="es">');
    expect(filled).toContain(`<title>Gana premios en el campo de práctica · ${written}</title>`);
    expect(filled).toContain('<meta name="description" content="Tres banderas, ');
  });

  test("with the title of its screen, in the reader's language, and with no more than that", () => {
    const filled = fillPage(page, names, "/package", { ...reader, language: "es" });
    expect(filled).toContain(`<title>Elige tu paquete y tu bahía · ${written}</title>`);
    expect(filled).not.toContain("og:");
    expect(fillPage(page, names, "/package", reader)).toContain(`<title>Choose Your Package &amp; Bay · ${written}<`);
    for (const [path, title] of [
      ["/app", "Book Your Balls"],
      ["/bay", "Your Bay"],
      ["/orders/one/receipt", "Receipt"],
      ["/admin", "Dashboard"],
      ["/admin/orders/one", "Orders"],
      ["/admin/courses/new", "Courses"],
      ["/admin/profile", "Your profile"],
    ] as const)
      expect(fillPage(page, names, path, reader), path).toContain(`<title>${title} · ${written}</title>`);
    expect(fillPage(page, names, "/admin", { ...reader, language: "es" })).toContain(`<title>Panel · ${written}<`);
    expect(fillPage(page, names, "/nowhere", reader)).toContain(`<title>${written}</title>`);
  });

  test("with a title for every address of the tables", () => {
    const titleless = Object.entries(addresses).filter(
      ([, { path }]) => !fillPage(page, names, path, reader).includes(` · ${written}</title>`),
    );
    expect(titleless.map(([name]) => name)).toEqual(["home"]);
  });

  test("with a mark for visitors only when the request named no session", () => {
    expect(fillPage(page, names, "/", { ...reader, visitor: true })).toContain('name="visitor"');
    expect(fillPage(page, names, "/", reader)).not.toContain('name="visitor"');
  });
});

describe("the address table", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await freshApp();
  });
  afterAll(() => app.close());
  const get = (url: string, cookie = "") => app.http.inject({ method: "GET", url, headers: { cookie } });

  test.each(Object.entries(addresses))("%s has a page; nothing below it has one", async (_, { path }) => {
    const url = path.replace(/:\w+/g, "7");
    expect((await get(url)).statusCode).toBe(200);
    expect((await get(`${url}/x/y`)).statusCode).toBe(404);
  });

  test.each(Object.entries<Address>(addresses))("%s has the page built for its caller, with words", async (_, row) => {
    const url = row.path.replace(/:\w+/g, "7");
    const waits = (html: string) => html.includes('<div id="root" aria-busy="true">');
    // The page for every other screen loads the sheet of all screens.
    const own = (html: string) => /<link rel="stylesheet"[^>]* disabled>/.test(html);
    const visitors = (await get(url)).body;
    const players = (await get(url, "acebay_session=somebody")).body;
    const forAll = row.page === "everyone" || row.page === "outline";
    expect([own(visitors), own(players)]).toEqual([
      forAll || row.page === "visitors",
      forAll || row.page === "signedIn",
    ]);
    expect(waits(visitors)).toBe(row.page !== "everyone" && row.page !== "visitors");
    expect(waits(players)).toBe(row.page !== "everyone");
    for (const html of [visitors, players].filter(waits)) expect(html).toContain("Loading…");
  });
});

describe("a page", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await freshApp();
  });
  afterAll(() => app.close());
  const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ method: "GET", url, headers });

  test.each(["/", "/landing", "/course", "/Course/", "/game", "/admin", "/index.html", "/nowhere"])(
    "%s goes out compressed",
    async (url) => {
      const plain = await get(url);
      for (const encoding of ["br", "gzip"]) {
        const packed = await get(url, { "accept-encoding": encoding });
        expect(packed.headers["content-encoding"]).toBe(encoding);
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5);
      }
    },
  );

  test.each(["/", "/landing", "/course", "/game", "/admin", "/nowhere", "/api/config"])(
    "%s is there for HEAD as it is for GET, without its body",
    async (url) => {
      for (const cookie of ["", "acebay_session=somebody"]) {
        const [asked, whole] = [
          await app.http.inject({ method: "HEAD", url, headers: { cookie } }),
          await get(url, { cookie }),
        ];
        expect([asked.statusCode, asked.headers["content-type"]]).toEqual([
          whole.statusCode,
          whole.headers["content-type"],
        ]);
        expect(asked.body).toBe("");
      }
    },
  );

  test("that a browser has is not sent again, to nobody else and never for what is not there", async () => {
    const cookie = "acebay_session=somebody";
    const theirs = await get("/profile", { cookie });
    expect(theirs.headers["cache-control"]).toBe("private, no-cache");
    const etag = String(theirs.headers["etag"]);
    expect((await get("/profile", { cookie, "if-none-match": etag })).statusCode).toBe(304);
    expect((await get("/profile", { "if-none-match": etag })).statusCode).toBe(200);
    const missing = await get("/nowhere");
    expect((await get("/nowhere", { "if-none-match": String(missing.headers["etag"]) })).statusCode).toBe(404);
  });
});

describe("a page's language", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await freshApp();
  });
  afterAll(() => app.close());
  const get = (url: string, headers: Record<string, string>) => app.http.inject({ method: "GET", url, headers });
  const spanish = { "accept-language": "es-MX,es;q=0.9,en;q=0.8" };
  const player = "acebay_session=somebody";

  test.each([
    ["/", {}, "Hoyo en uno"],
    ["/landing", {}, "Gana premios en el campo de práctica"],
    ["/terms", {}, "Condiciones y reglas de los premios"],
    ["/login", {}, "Hola de nuevo"],
    ["/bay?course=1&bay=7", {}, "Cargando…"],
    ["/course", { cookie: player }, "Elige tu campo"],
    ["/game", { cookie: player }, "Cargando…"],
    ["/app?step=3", {}, "Cargando…"],
    ["/app?step=3", { cookie: player }, "Reserva tus bolas"],
    ["/admin", { cookie: player }, "Cargando…"],
  ])("%s begins in Spanish for who reads Spanish", async (url, headers, words) => {
    const { body } = await get(url, { ...headers, ...spanish });
    expect(body).toContain('<html lang="es">');
    expect(body.slice(body.indexOf("<body>"))).toContain(words);
    expect((await get(url, headers)).body).toContain('<html lang="en">');
  });

  test.each([
    [{ "accept-language": "en-US,es;q=0.9" }, "en"],
    [{ "accept-language": "en;q=0.5, es-AR" }, "es"],
    [{ "accept-language": "ca, es;q=0.9, en;q=0.8" }, "es"],
    [{ "accept-language": "es;q=0, en;q=0.1" }, "en"],
    [{ "accept-language": "fr" }, "en"],
    [{ "accept-language": ";;q=x,,*" }, "en"],
    [{ ...spanish, cookie: `a=b; ${LANGUAGE_COOKIE}=en` }, "en"],
    [{ cookie: `${LANGUAGE_COOKIE}=es;${player}` }, "es"],
    [{ ...spanish, cookie: `${LANGUAGE_COOKIE}=fr` }, "es"],
  ])("is, for %o, %s", async (headers, language) => {
    expect((await get("/course", headers)).body).toContain(`<html lang="${language}">`);
  });

  test.each(["/profile", "/index.html"])("%s is another page by its tag, and says on what it depends", async (url) => {
    const english = await get(url, { cookie: player });
    const other = await get(url, { cookie: player, ...spanish });
    expect(other.headers.vary).toBe("accept-encoding, accept-language, cookie");
    const tag = String(english.headers["etag"]);
    expect(other.headers["etag"]).not.toBe(tag);
    expect((await get(url, { cookie: player, ...spanish, "if-none-match": tag })).statusCode).toBe(200);
  });
});

describe("the course request as a plain form", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await freshApp({ env: { PUBLIC_URL: "http://www.range.example" } });
  });
  afterAll(() => app.close());

  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.http.inject({
      method: "POST",
      url: "/landing",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  const whole = {
    name: "Robin",
    email: "robin@example.com",
    courseName: "Lakeside",
    courseLocation: "Naples",
    message: "",
  };

  test("is answered by a page that says that it was sent", async () => {
    const sent = await send(whole);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, "/landing#request-sent"]);
    const failed = await send({ ...whole, email: "nowhere" });
    expect([failed.statusCode, failed.headers.location]).toEqual([303, "/landing#request-failed"]);
  });

  test("is refused from another site, and forms stay refused by the API", async () => {
    expect((await send(whole, { origin: "https://evil.example" })).statusCode).toBe(403);
    const api = await app.http.inject({
      method: "POST",
      url: "/api/course-requests",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(whole).toString(),
    });
    expect(api.statusCode).toBe(415);
  });

  test("the contact address is support@ and the host of PUBLIC_URL, unless CONTACT_EMAIL says otherwise", () => {
    const read = (env: Record<string, string>) =>
      readConfig({ DATA_DIR: "/tmp/unused", SESSION_SECRET: "x".repeat(40), ...env });
    expect(read({ PUBLIC_URL: "http://www.range.example" }).contactEmail).toBe("support@range.example");
    expect(read({ CONTACT_EMAIL: "pro@range.example" }).contactEmail).toBe("pro@range.example");
    expect(read({}).contactEmail).toBe("support@acebay.test");
  });
});
