/**
 * Several statements in one round trip. They are sent together before the server is asked to answer
 * (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY), so one that fails keeps all after
 * it from running, a COMMIT too. Each still sees what was committed before it began.
 */
import pg from "pg";

/** The driver's connection, with the functions that its types leave out. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string>;
  parse(statement: { text: string; name: string }): void;
  bind(statement: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(portal: { type: "P"; name: "" }): void;
  execute(portal: { portal: "" }): void;
  sync(): void;
  on(event: "parseComplete", parsed: () => void): void;
}

interface Message {
  text: string;
}

/** The driver's own query, with the functions that its types leave out. */
interface DriverQuery {
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: Message, wire: Wire): void;
  handleReadyForQuery(wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}
type DriverQueryClass = new (
  statement: pg.QueryConfig,
  values: unknown,
  answered: (error: Error | null, result: unknown) => void,
) => DriverQuery;

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** A statement as it is sent. */
interface Sent {
  text: string;
  /** Empty for one that is not prepared. */
  name: string;
  values: readonly unknown[];
}

/** The batch that was sent on a connection and has no whole answer yet. */
const underway = new WeakMap<Wire, Batch | undefined>();

/** The last statement gets its answer; the earlier ones only report a failure. */
export class Batch extends (pg.Query as unknown as DriverQueryClass) {
  readonly #sent: readonly Sent[];
  /** How many statements the server has run. */
  #done = 0;
  /** Those that the server was asked to parse and has not yet said it has. */
  readonly #unparsed: Sent[] = [];

  constructor(
    ahead: readonly pg.QueryConfig[],
    last: pg.QueryConfig,
    values: unknown,
    answered: (error: Error | null, result: unknown) => void,
  ) {
    // Without its name, because the driver takes every statement of the batch for the named one.
    const { name, ...unnamed } = last;
    super(unnamed, values, answered);
    const all: [pg.QueryConfig, unknown][] = [
      ...ahead.map((one): [pg.QueryConfig, unknown] => [one, one.values]),
      [last, last.values ?? values],
    ];
    this.#sent = all.map(([one, given]) => ({
      text: one.text,
      name: one.name ?? "",
      values: Array.isArray(given) ? given.map(prepareValue) : [],
    }));
  }

  submit(wire: Wire): null {
    // One listener for each connection: whatever a listener of each batch held would outlive the batch (client.ts).
    if (!underway.has(wire)) wire.on("parseComplete", () => underway.get(wire)?.noteParsed(wire));
    underway.set(wire, this);
    wire.stream.cork();
    for (const [index, one] of this.#sent.entries()) {
      const isKept =
        one.name !== "" &&
        (wire.parsedStatements[one.name] === one.text || this.#unparsed.some(({ name }) => name === one.name));
      if (!isKept) {
        wire.parse({ text: one.text, name: one.name });
        this.#unparsed.push(one);
      }
      wire.bind({ statement: one.name, values: one.values, valueMapper: (value) => value });
      if (index === this.#sent.length - 1) wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "" });
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  /** What was parsed stays so on this connection, also where the batch fails: parsing it again would be an error. */
  noteParsed(wire: Wire): void {
    const parsed = this.#unparsed.shift();
    if (parsed && parsed.name !== "") wire.parsedStatements[parsed.name] = parsed.text;
  }

  override handleDataRow(message: unknown): void {
    if (this.#isLast()) super.handleDataRow(message);
  }

  override handleCommandComplete(message: Message, wire: Wire): void {
    const isLast = this.#isLast();
    this.#done += 1;
    if (isLast) super.handleCommandComplete(message, wire);
  }

  override handleReadyForQuery(wire: Wire): void {
    underway.set(wire, undefined);
    super.handleReadyForQuery(wire);
  }

  override handleError(error: Error, wire: Wire): void {
    underway.set(wire, undefined);
    super.handleError(error, wire);
  }

  #isLast(): boolean {
    return this.#done === this.#sent.length - 1;
  }
}
