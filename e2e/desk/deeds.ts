/** What administrators do in journeys past their screens. */
import type { Page } from "@playwright/test";
import { claimRoutes } from "#features/claims/contract.ts";
import { paymentRoutes } from "#features/payments/contract.ts";
import { orderSearchRoutes } from "#features/payments/order-contract.ts";
import { bodyOf } from "#test/calls.ts";
import { callsOf } from "../people.ts";

/** The card of a closed account: the bank refuses to pay a refund to it. */
export const CLOSED_CARD = "4000000000005126";

export const verified = (admin: Page, id: string) =>
  bodyOf(callsOf(admin).call(claimRoutes.verifyClaim, { params: { id } }));
export const refunded = (admin: Page, id: string, body: { amount?: number; reason: string }) =>
  bodyOf(callsOf(admin).call(paymentRoutes.refundOrder, { params: { id }, body }));
export const fileOf = async (admin: Page, id: string) =>
  (await bodyOf(callsOf(admin).call(orderSearchRoutes.getOrderFile, { params: { id } }))).order;
