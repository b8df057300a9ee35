/**
 * The oldest browsers that the app works in, by the names of MDN's compatibility data. The build holds syntax and styles
 * to them (vite.config.ts), a house rule what the sources call (test/browsers.test.ts), and the README tells people.
 * Firefox is the oldest extended support release that still gets mends.
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
