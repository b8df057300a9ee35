/** The rooms that keep data about people, each with its export and deletion. A new such room is added here. */
import type { PersonPort } from "#features/accounts/server/ports.ts";
import { claimsPerson } from "#features/claims/server/person.ts";
import { coursesPerson } from "#features/courses/server/person.ts";
import { ordersPerson } from "#features/orders/server/person.ts";
import { savedCardsPerson } from "#features/payments/server/saved-cards.ts";
import { playPerson } from "#features/play/server/person.ts";
import { reportsPerson } from "#features/reports/server/person.ts";
import { receiptsPerson } from "#features/receipts/server/person.ts";
import { auditPerson } from "./audit/person.ts";

export const keepers: readonly PersonPort[] = [
  auditPerson,
  coursesPerson,
  ordersPerson,
  playPerson,
  receiptsPerson,
  savedCardsPerson,
  claimsPerson,
  reportsPerson,
];
