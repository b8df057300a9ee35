/** What a page carries for its first screen, as the server writes it and the browser reads it. */

/** The key of a query (platform/web/query.ts), and the answer's body. */
export type CarriedAnswer = readonly [
  key: readonly [path: string, params: object, query: object],
  body: object | { serverNow: string },
];

export interface PageAnswers<User> {
  /** Whose they are: the caller who asked for the page. */
  readonly user: User;
  readonly answers: readonly CarriedAnswer[];
}
