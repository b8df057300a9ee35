/** OpenAPI 3.1, made from the contracts (https://spec.openapis.org/oas/v3.1.1). */
import * as z from "zod/mini";
import { ASIDE, type RouteDef, type StreamDef } from "#platform/shared/route.ts";

const errorBody = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        details: { type: "object" },
        requestId: { type: "string" },
      },
    },
  },
};

const permissions = {
  public: "Anybody.",
  signedIn: "Signed in.",
  staff: "Staff and administrators.",
  admin: "Administrators.",
} as const;

/** `POST /api/step-up` gives the proof. */
const STEP_UP = "Needs a proof of the last ten minutes (401 `accounts.step_up_needed` without one).";

/** The document of an installation's bound routes and streams. */
export function openApi(title: string, contracts: readonly (RouteDef | StreamDef)[]): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of contracts) {
    const path = (paths[contract.path] ??= {});
    if ("events" in contract) path["get"] = streamOperation(contract);
    else path[contract.method.toLowerCase()] = operation(contract);
  }
  return {
    openapi: "3.1.0",
    info: { title: `${title} API`, version: "1" },
    components: {
      schemas: { Error: errorBody },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "acebay_session" } },
    },
    paths,
  };
}

function operation(route: RouteDef) {
  const responses: Record<string, unknown> = {
    default: { description: "A refusal", content: json({ $ref: "#/components/schemas/Error" }) },
  };
  for (const [status, schema] of Object.entries(route.replies)) {
    responses[status] = schema
      ? { description: "OK", content: json(schemaOf(schema, "output")) }
      : { description: "No content" };
  }
  if (route.file) {
    const file = { schema: { type: "string", contentMediaType: route.file } };
    responses[200] = { description: "A file to save", content: { [route.file]: file } };
  }
  const key = { name: "Idempotency-Key", in: "header", schema: { type: "string", maxLength: 200 } };
  return {
    ...common(route),
    parameters: [
      ...parameters(route.params, "path"),
      ...parameters(route.query, "query").map((one) =>
        // A required field may come by either way.
        route.aside?.includes(one.name) ? { ...one, required: false, deprecated: true } : one,
      ),
      ...(route.aside ? [asideParameter(route.aside)] : []),
      ...(route.idempotent ? [key] : []),
    ],
    ...(route.body ? { requestBody: { content: json(schemaOf(route.body, "input")) } } : {}),
    responses,
  };
}

function asideParameter(names: readonly string[]) {
  const description = `${names.map((name) => `\`${name}\``).join(" and ")}, written like a query, so that no log of addresses names a person: \`${names[0]}=Ann+Lee\`.`;
  return { name: ASIDE, in: "header", description, schema: { type: "string" } };
}

function streamOperation(stream: StreamDef) {
  const carried = Object.values(stream.events).map((data) => schemaOf(data, "output"));
  const content = { "text/event-stream": { schema: carried.length === 1 ? carried[0] : { oneOf: carried } } };
  return {
    ...common(stream),
    parameters: [...parameters(stream.params, "path"), ...parameters(stream.query, "query")],
    responses: { 200: { description: `Events named ${Object.keys(stream.events).join(", ")}`, content } },
  };
}

function common({ summary, permission, stepUp }: Pick<RouteDef, "summary" | "permission" | "stepUp">) {
  return {
    summary,
    description: [permissions[permission], ...(stepUp ? [STEP_UP] : [])].join(" "),
    ...(permission === "public" ? {} : { security: [{ session: [] }] }),
  };
}

function parameters(schema: z.ZodMiniType | undefined, place: "path" | "query") {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, object>;
    required?: string[];
  }; // Parameters are objects.
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: of,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: "input" | "output"): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

function json(schema: object) {
  return { "application/json": { schema } };
}
