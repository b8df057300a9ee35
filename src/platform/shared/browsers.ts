/**
 * The oldest browsers that the app works in, by the names of MDN's compatibility data. The build lowers syntax and
 * styles to them (vite.config.ts), a test checks what the sources call (test/browsers.test.ts), and the README names
 * them. Firefox is the oldest extended support release that is still maintained.
 */
export const oldestBrowsers = {
  safari: "16.4",
  safari_ios: "16.4",
  chrome: "111",
  chrome_android: "111",
  firefox: "153",
} as const;

/** The same as Vite and its minifiers name them. */
export const buildTarget = [
  `safari${oldestBrowsers.safari}`,
  `ios${oldestBrowsers.safari_ios}`,
  `chrome${oldestBrowsers.chrome}`,
  `firefox${oldestBrowsers.firefox}`,
];
