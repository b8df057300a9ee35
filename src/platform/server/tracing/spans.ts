/**
 * Where traces are made: a call, a job, a statement, a call to the payment service, a letter and a notification each ask
 * here. Nothing of OpenTelemetry is imported: without it each runs its work, and no more. What is written of a span are
 * names of our own: routes, jobs, texts of statements without their values, classes of errors. Never what somebody sent.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

export interface OpenSpan {
  /** Runs something within the span: what it begins are its children. */
  within<T>(work: () => T): T;
  end(after?: { attributes?: Attributes; error?: unknown; failed?: boolean }): void;
}

export interface Begun {
  name: string;
  kind: "server" | "client" | "internal";
  attributes?: Attributes;
  /** The header of a caller who is believed, in place of the span that is open here. */
  traceparent?: string | undefined;
  /** Only as a child: what nobody waits for has no trace of its own. */
  childOnly?: boolean;
}

export interface Tracer {
  /** @returns undefined for a child without a parent */
  begin(begun: Begun): OpenSpan | undefined;
}

let tracer: Tracer | undefined;

/** Traces from now on, in the whole process. */
export function traceBy(chosen: Tracer | undefined): void {
  tracer = chosen;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span, which must be ended; undefined when nothing is traced. */
export function beginSpan(begun: Begun): OpenSpan | undefined {
  return tracer?.begin(begun);
}

/** Runs work in a span of its own. */
export function traced<T>(begun: Begun, work: () => Promise<T>): Promise<T> {
  const span = tracer?.begin(begun);
  if (!span) return work();
  return span.within(work).then(
    (result) => {
      span.end();
      return result;
    },
    (error: unknown) => {
      span.end({ error });
      throw error;
    },
  );
}

/** A statement's span. Values are no part of its text. */
export function tracedStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  return traced(
    {
      name: /(?!BEGIN\b)\b[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "SQL",
      kind: "client",
      attributes: { "db.system.name": "postgresql", "db.query.text": text },
      childOnly: true,
    },
    work,
  );
}

/** The same object, whose functions each run in a span named by `of` and their own name. */
export function tracedParts<T extends object>(of: string, parts: T): T {
  if (!tracer) return parts;
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]: [string, unknown]) => [
      name,
      typeof part === "function"
        ? (...given: unknown[]) =>
            traced({ name: `${of} ${name}`, kind: "client" }, async () => part.apply(parts, given) as unknown)
        : part,
    ]),
  ) as T; // Each part has its name and its form.
}
