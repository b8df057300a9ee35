/** Shows how a page looked while it loaded, as one picture. */
import type { Browser, CDPSession } from "@playwright/test";

const EVERY_MS = 500;
/** The longest that is shown, and the width of one frame in CSS pixels. */
const LONGEST_MS = 8_000;
const WIDTH = 180;

interface Frame {
  /** Milliseconds since the film began. */
  at: number;
  /** A JPEG in base64. */
  data: string;
}

/** Films a page from now on. @returns a function that ends it: one frame for every half second, the one that was shown then */
export async function startFilm(devtools: CDPSession): Promise<() => Promise<Frame[]>> {
  const frames: Frame[] = [];
  const began = performance.now();
  devtools.on("Page.screencastFrame", ({ data, sessionId }) => {
    frames.push({ at: performance.now() - began, data });
    // The next one comes only after that. The page may have gone.
    void devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await devtools.send("Page.startScreencast", { format: "jpeg", quality: 50, maxWidth: 2 * WIDTH, maxHeight: 800 });
  return async () => {
    await devtools.send("Page.stopScreencast");
    const length = Math.min(frames.at(-1)?.at ?? 0, LONGEST_MS);
    return Array.from({ length: Math.ceil(length / EVERY_MS) + 1 }, (_, n) => ({
      at: n * EVERY_MS,
      data: frames.findLast(({ at }) => at <= n * EVERY_MS)?.data ?? "",
    }));
  };
}

/** Draws the frames beside each other, with their times. @param file the picture, a PNG */
export async function drawFilm(on: Browser, frames: readonly Frame[], file: string): Promise<void> {
  const page = await on.newPage({ viewport: { width: (WIDTH + 8) * Math.max(1, frames.length), height: 460 } });
  const shown = frames.map(
    ({ at, data }) =>
      `<figure><figcaption>${(at / 1000).toFixed(1)} s</figcaption>${data === "" ? "" : `<img src="data:image/jpeg;base64,${data}">`}</figure>`,
  );
  await page.setContent(
    `<style>body{display:flex;gap:8px;margin:0;font:14px sans-serif}figure{margin:0;width:${WIDTH}px}img{width:100%;border:1px solid #999}</style>${shown.join("")}`,
  );
  await page.screenshot({ path: file });
  await page.close();
}
