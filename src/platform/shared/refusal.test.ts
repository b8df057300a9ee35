import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defineRefusals, Refusal, refuseRequest, type RefusalStatus } from "./refusal.ts";

const statuses: RefusalStatus[] = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 503];

describe("a refusal", () => {
  test("carries the code, status and sentence of its table, and no details that nobody gave", () => {
    const code = fc.stringMatching(/^[a-z]{1,9}\.[a-z_]{1,12}$/);
    fc.assert(
      fc.property(code, fc.constantFrom(...statuses), fc.string({ minLength: 1 }), (name, status, message) => {
        const refusal = defineRefusals({ [name]: { status, message } })(name);
        expect(refusal).toBeInstanceOf(Refusal);
        expect(refusal).toMatchObject({ code: name, status, message, retryAfter: undefined });
        expect(refusal.body()).toEqual({ error: { code: name, message } });
        expect(JSON.parse(JSON.stringify(refusal.body()))).toEqual({ error: { code: name, message } });
      }),
    );
  });

  test("says a more exact sentence, with details, and leaves the table as it was", () => {
    const refuse = defineRefusals({ "payments.price_changed": { status: 409, message: "The price has changed" } });
    const exact = refuse("payments.price_changed", {
      message: "It is $3.60 now",
      details: { price: 3.6 },
      retryAfter: 7,
    });
    expect(exact.body()).toEqual({
      error: { code: "payments.price_changed", message: "It is $3.60 now", details: { price: 3.6 } },
    });
    expect(exact).toMatchObject({ status: 409, retryAfter: 7 });
    expect(refuse("payments.price_changed").message).toBe("The price has changed");
  });

  test("tells nobody how long to wait in its body: that is a header", () => {
    expect(Object.keys(refuseRequest("request.too_many", { retryAfter: 30 }).body().error)).toEqual([
      "code",
      "message",
    ]);
  });

  test("that no table has is a mistake of ours, not an answer", () => {
    const refuse = defineRefusals({ "a.b": { status: 404, message: "No" } });
    expect(() => refuse("a.c" as "a.b")).toThrow("No refusal is called a.c");
  });
});
