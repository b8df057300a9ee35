import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Countdown } from "./countdown.tsx";

test("a countdown shows m:ss beside a clock, and says it in words", () => {
  const html = renderToString(<Countdown seconds={270} />);
  expect(html).toMatch(/<span aria-hidden="true"[^>]*><svg.*<\/svg>4:30<\/span>/);
  expect(html).toContain('<span class="sr-only">4 minutes and 30 seconds</span>');
  expect(renderToString(<Countdown seconds={60} />)).toContain(">1 minute<");
  expect(renderToString(<Countdown seconds={0} />)).toContain(">0 seconds<");
});
