/** What the scanner of the bay's code says where it cannot work. */
import { choosePackage } from "../buying.ts";
import { expect, test } from "../fixtures.ts";
import { registered } from "../people.ts";

test("without a camera, or without the reader's file, the scanner says what to do", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, "BarcodeDetector"));
  await registered(page);
  await choosePackage(page, "Jackpot Five");
  const scan = page.getByRole("button", { name: "Scan the bay's code" });
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("No camera here"));
  });
  await scan.click();
  await expect(page.getByText("The camera cannot be used")).toBeVisible();
  await page.route("**/assets/decode-*", (route) => route.abort());
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => {
      const canvas = document.createElement("canvas");
      canvas.getContext("2d")?.fillRect(0, 0, 1, 1);
      return Promise.resolve(canvas.captureStream());
    };
  });
  await page.reload();
  // A release may have removed the file: the page loads again, once, and then says what is missing.
  const again = page.waitForEvent("load");
  await scan.click();
  await again;
  await scan.click();
  await expect(page.getByText("The scanner did not load")).toBeVisible();
});
