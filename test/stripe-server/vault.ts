/**
 * Customers and the cards that are kept for them (https://docs.stripe.com/api/customers,
 * https://docs.stripe.com/api/payment_methods).
 */
import { looksOf, type TestPaymentMethod } from "./cards.ts";
import { type Customer, newId, type PaymentMethod, type State } from "./state.ts";
import { invalid, missing, type Params, textsOf } from "./wire.ts";

export function createCustomer(state: State, params: Params): Customer {
  const customer: Customer = {
    id: newId("cus"),
    object: "customer",
    created: state.now(),
    email: null,
    livemode: false,
    metadata: textsOf(params["metadata"]),
    name: null,
  };
  state.customers.set(customer.id, customer);
  return customer;
}

/** https://docs.stripe.com/api/customers/delete: its cards are detached. */
export function deleteCustomer(state: State, id: string) {
  if (!state.customers.delete(id)) throw missing("customer", id);
  for (const method of state.paymentMethods.values()) if (method.customer === id) method.customer = null;
  return { id, object: "customer", deleted: true };
}

/** A payment method as it comes from Elements: with no customer yet. */
export function addPaymentMethod(state: State, behaves: TestPaymentMethod): PaymentMethod {
  const method: PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    card: looksOf(behaves),
    created: state.now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  state.paymentMethods.set(method.id, method);
  state.behavioursOfMethods.set(method.id, behaves);
  return method;
}

export function readPaymentMethod(state: State, id: string): PaymentMethod {
  const method = state.paymentMethods.get(id);
  if (!method) throw missing("PaymentMethod", id, "payment_method");
  return method;
}

/** https://docs.stripe.com/api/payment_methods/detach */
export function detachPaymentMethod(state: State, id: string): PaymentMethod {
  const method = readPaymentMethod(state, id);
  if (method.customer === null)
    throw invalid("The payment method you provided is not attached to a customer so detachment is impossible.");
  method.customer = null;
  return method;
}

/** A kept card, for a PaymentIntent of its customer. A detached card cannot be used again. */
export function keptCard(state: State, id: string, customer: string | null): PaymentMethod {
  const method = readPaymentMethod(state, id);
  if (customer !== null && method.customer === customer) return method;
  throw invalid(
    method.customer === null
      ? "The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again."
      : `The customer does not have a payment method with the ID ${id}.`,
    { param: "payment_method" },
  );
}
