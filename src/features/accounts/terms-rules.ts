/** The terms of the game and of its prizes: which version people accept. Their text is in claims/web/player. */

/**
 * The version in force: the day (yyyy-MM-dd) from which it holds. A change of the text needs a later day here; a test
 * holds the text to it (src/features/claims/web/player/terms.test.ts).
 */
export const TERMS_IN_FORCE = "2026-11-27";
