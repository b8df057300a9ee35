import { expect, test } from "vitest";
import { type Document, misunderstandings, type Schema } from "./contracts.ts";

const json = (schema: Schema) => ({ content: { "application/json": { schema } } });
const body: Schema = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const reply: Schema = {
  type: "object",
  required: ["state", "rows"],
  properties: {
    state: { type: "string", enum: ["open", "paid"] },
    rows: { type: "array", items: { type: "object", required: ["cents"], properties: { cents: { type: "integer" } } } },
  },
};
const documentOf = (request: Schema, answer: Schema, path = "/api/orders", required = false): Document => ({
  paths: {
    [path]: {
      post: {
        parameters: [{ name: "page", required }],
        requestBody: json(request),
        responses: { 200: json(answer) },
      },
    },
  },
});
const page = documentOf(body, reply);

test("what is only added is understood", () => {
  const more = { ...reply, properties: { ...reply.properties, extra: { type: "string" } } };
  expect(misunderstandings(page, documentOf({ ...body, properties: { ...body.properties, x: {} } }, more))).toEqual([]);
});

test.for<[string, Document]>([
  ["is not there", documentOf(body, reply, "/api/other")],
  ["needs bay in the request", documentOf({ ...body, required: ["id", "bay"] }, reply)],
  ["does not take id", documentOf({ type: "object", properties: {}, additionalProperties: false }, reply)],
  [".id is string, where integer is read", documentOf({ ...body, properties: { id: { type: "integer" } } }, reply)],
  ["may lack state", documentOf(body, { ...reply, required: ["rows"] })],
  [
    '.state may be "refunded"',
    documentOf(body, { ...reply, properties: { ...reply.properties, state: { enum: ["refunded"] } } }),
  ],
  [
    ".rows [] may lack cents",
    documentOf(body, {
      ...reply,
      properties: { ...reply.properties, rows: { type: "array", items: { type: "object" } } },
    }),
  ],
])("is told: %s", ([fault, server]) => {
  const found = misunderstandings(page, server);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(fault);
});
