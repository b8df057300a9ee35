/** The product's time. It is injected, so that rules, stores and tests share one moment. */
export interface Clock {
  /** The present instant (UTC). */
  now(): Date;
}
