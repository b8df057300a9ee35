/** A golfer who has bought and claimed for years: the older rows come on a tap. */
import { claimed } from "../claim-copies.ts";
import { expect, test } from "../fixtures.ts";
import { live, ordersOf } from "../people.ts";
import { inDatabase } from "../server.ts";
import { claimCopies, orderCopies } from "#test/many.ts";

const PAGE = 200;

test("receipts and claims beyond the first page come by 'Show more', and by themselves after an answer was lost", async ({
  page,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  const id = await claimed(page, "Ana Often");
  const [bought] = await ordersOf(page);
  await inDatabase(server, orderCopies(String(bought?.id), PAGE));
  await inDatabase(server, claimCopies(id, PAGE, "Ana"));
  const more = page.getByRole("button", { name: "Show more" });

  await page.goto("/orders");
  await live(page);
  const orders = page.getByRole("list", { name: "Your orders" }).getByRole("article");
  await expect(orders).toHaveCount(PAGE);
  await page.route("**/api/orders?cursor=*", (route) => route.abort());
  await more.click();
  await expect(page.getByRole("alert")).toContainText("The older ones did not load");
  await expect(orders).toHaveCount(PAGE);
  await page.unroute("**/api/orders?cursor=*");
  // Without a tap: it is asked for again as soon as the server can be reached.
  await expect(orders).toHaveCount(PAGE + 1);
  await expect(page.getByText(`· Order ${bought?.number}`)).toBeVisible();
  await expect(more).toBeHidden();

  await page.goto("/claims");
  await live(page);
  const claims = page.getByRole("article", { name: "Left Hole" });
  await expect(claims).toHaveCount(PAGE);
  await more.click();
  await expect(claims).toHaveCount(PAGE + 1);
  await expect(more).toBeHidden();
});

test("older receipts come by themselves, too, if another answer came just after theirs was lost", async ({
  page,
  serverOf,
}, { file }) => {
  const server = await serverOf(file);
  await claimed(page, "Oli Often");
  const [bought] = await ordersOf(page);
  await inDatabase(server, orderCopies(String(bought?.id), PAGE));
  const lost = Promise.withResolvers<void>();
  await page.route("**/api/courses", async (route) => {
    const response = await route.fetch();
    await lost.promise;
    await route.fulfill({ response });
  });
  await page.goto("/orders");
  await live(page);
  const orders = page.getByRole("list", { name: "Your orders" }).getByRole("article");
  await expect(orders).toHaveCount(PAGE);
  // The failure is shown by a slow phone after the other answer has said that the server can be reached.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.route("**/api/orders?cursor=*", async (route) => {
    await route.abort();
    await page.unroute("**/api/orders?cursor=*");
    lost.resolve();
  });
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(orders).toHaveCount(PAGE + 1);
});
