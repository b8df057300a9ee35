/** The answers that a page carries for its first screen, as the server writes and the browser reads them. */

/** The key of a query (platform/web/query.ts), and the answer's body. */
export type CarriedAnswer = readonly [
  key: readonly [path: string, params: object, query: object],
  body: object | { serverNow: string },
];

export interface PageAnswers<User> {
  /** The caller to whom the answers belong. */
  readonly user: User;
  readonly answers: readonly CarriedAnswer[];
}
