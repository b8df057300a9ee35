/**
 * Finds what pages of one release and the server of another would not understand of each other, from OpenAPI documents.
 */

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
}
interface Parameter {
  name: string;
  required?: boolean;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const schemaOf = (part?: { content?: Record<string, { schema?: Schema }> }) =>
  part?.content?.["application/json"]?.schema;

/** @returns what pages made for `page` would miss at a server that answers as `server` says */
export function misunderstandings(page: Document, server: Document): string[] {
  return Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, theirs]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const ours = server.paths[path]?.[method];
      return ours ? ofOperation(name, theirs, ours) : [`${name} is not there`];
    }),
  );
}

function ofOperation(name: string, page: Operation, server: Operation): string[] {
  const known = new Set(page.parameters?.map((parameter) => parameter.name));
  const needed = (server.parameters ?? []).filter((parameter) => parameter.required && !known.has(parameter.name));
  return [
    ...needed.map((parameter) => `${name} needs the parameter ${parameter.name}`),
    ...ofRequest(name, schemaOf(page.requestBody), schemaOf(server.requestBody)),
    ...Object.entries(page.responses ?? {}).flatMap(([status, reply]) => {
      const theirs = schemaOf(reply);
      const ours = schemaOf(server.responses?.[status]);
      if (theirs && !ours) return [`${name} does not answer ${status} with what the page reads`];
      return ofReply(`${name} ${status}`, theirs, ours);
    }),
  ];
}

/** The server reads what the page sends. */
function ofRequest(at: string, sent?: Schema, read?: Schema): string[] {
  if (!read) return [];
  const needed = (read.required ?? []).filter((field) => !sent?.required?.includes(field));
  const refused = read.enum && sent?.enum ? sent.enum.filter((value) => !read.enum?.includes(value)) : [];
  const unknown =
    read.additionalProperties === false
      ? Object.keys(sent?.properties ?? {}).filter((field) => !read.properties?.[field])
      : [];
  return [
    ...needed.map((field) => `${at} needs ${field} in the request`),
    ...refused.map((value) => `${at} refuses ${JSON.stringify(value)}`),
    ...unknown.map((field) => `${at} does not take ${field}`),
    ...typeFault(at, sent, read),
    ...below(at, sent, read, ofRequest),
  ];
}

/** The page reads what the server answers. */
function ofReply(at: string, read?: Schema, answered?: Schema): string[] {
  if (!read || !answered) return [];
  const missing = (read.required ?? []).filter((field) => !answered.required?.includes(field));
  const unread = read.enum && answered.enum ? answered.enum.filter((value) => !read.enum?.includes(value)) : [];
  return [
    ...missing.map((field) => `${at} may lack ${field}`),
    ...unread.map((value) => `${at} may be ${JSON.stringify(value)}`),
    ...typeFault(at, answered, read),
    ...below(at, read, answered, ofReply),
  ];
}

/** A type that is sent and not read. */
function typeFault(at: string, given?: Schema, read?: Schema): string[] {
  const reads = new Set([read?.type ?? []].flat());
  if (reads.has("number")) reads.add("integer");
  if (reads.size === 0) return [];
  const wrong = [given?.type ?? []].flat().filter((type) => !reads.has(type));
  return wrong.map((type) => `${at} is ${type}, where ${[...reads].join(" or ")} is read`);
}

function below(at: string, one: Schema | undefined, other: Schema, judge: typeof ofReply): string[] {
  return [
    ...Object.entries(one?.properties ?? {}).flatMap(([field, schema]) =>
      judge(`${at} .${field}`, schema, other.properties?.[field]),
    ),
    ...(one?.items && other.items ? judge(`${at} []`, one.items, other.items) : []),
  ];
}
