/** What a simulation of months knows beside its days. Money is cents, instants are milliseconds since 1970 UTC. */

/** The two administrators. */
export type Admin = "admin" | "second";

/** Cents that moved from one account (credited) to another (debited), more than 0. */
export interface Entry {
  at: number;
  course: number;
  debit: string;
  credit: string;
  cents: number;
  /** The moment of its fact, if the month of the fact was closed before it was booked. */
  factAt: number | null;
}

/** A line of the gateway's balance. */
export interface Transaction {
  name: string;
  /** Whose it is. A payout and its return belong to several courses. */
  parts: readonly Part[];
  amount: number;
  fee: number;
  at: number;
  isLearned: boolean;
  /** The payout that it is in. */
  payout: number | null;
}

/** A course's cents, fees taken off. */
export interface Part {
  course: number;
  cents: number;
}

/** What the gateway sent to the bank. Its name is its day, counted since 1970. */
export interface BankPayout {
  day: number;
  parts: readonly Part[];
  at: number;
  status: "sent" | "failed";
  booked: "no" | "paid" | "back";
}

export const owedAccounts = { range: "range_share", tax: "tax_payable" } as const;
export type Owed = keyof typeof owedAccounts;

export interface RemittanceWish {
  of: Owed;
  course: number;
  month: string;
  amount: number;
  reference: string;
}

/** A payment to a range or a tax office. */
export interface Remittance extends RemittanceWish {
  at: number;
  id: string | null;
  paidAt: number;
  paidBy: Admin;
  /** The second administrator, if it took two. */
  approvedBy: Admin | null;
  back: { at: number; by: Admin; reason: string } | null;
}

export const adjustable = ["pot", "revenue", "range_share", "tax_payable", "fees"] as const;

export interface Adjustment {
  course: number;
  account: (typeof adjustable)[number];
  /** Above 0 adds to the account. */
  amount: number;
}

/** A refused refund that is paid from the bank, by its places. */
export interface Otherwise {
  order: number;
  refund: number;
  /** Its newest try. */
  tries: number;
  /** `yyyy-MM-dd` */
  paidOn: string;
}

export interface Proposal {
  at: number;
  /** The server's number. */
  number: number | null;
  by: Admin;
  proposedAt: number;
  deed: { remit: RemittanceWish } | { adjust: Adjustment } | { otherwise: Otherwise };
  status: "open" | "done" | "withdrawn";
}

/** A closed month; without a course, of the house. */
export interface Closed {
  course: number | null;
  month: string;
  by: Admin;
  at: number;
  /** The server's hash. */
  hash: string | null;
}

export interface Months {
  log: Entry[];
  /** All courses with books, those included at which nobody plays. */
  courses: readonly { id: number; timeZone: string; firstMonth: string }[];
  transactions: Transaction[];
  /** When the books last read that list; null before the first order. */
  listReadAt: number | null;
  payouts: BankPayout[];
  remittances: Remittance[];
  proposals: Proposal[];
  closed: Closed[];
  /** Above this it takes two administrators. */
  limit: number;
}

/** Learns a number from the server, and from then on expects it. */
export function numberOf(entity: { number: number | null }): (actual: unknown) => string | undefined {
  return (actual) => {
    if (typeof actual !== "number") return "a number";
    if (entity.number !== null) return actual === entity.number ? undefined : String(entity.number);
    // The model learns in this way; the entity belongs to the world.
    Object.assign(entity, { number: actual });
    return undefined;
  };
}
