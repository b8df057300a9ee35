/** Loaded before a command: its clock is ahead of the machine's by ALERTS_AHEAD_SECONDS. */
const TrueDate = Date;
const aheadMs = Number(process.env["ALERTS_AHEAD_SECONDS"]) * 1_000;

globalThis.Date = new Proxy(TrueDate, {
  construct: (of, given) => Reflect.construct(of, given.length === 0 ? [TrueDate.now() + aheadMs] : given),
  get: (of, name) => (name === "now" ? () => TrueDate.now() + aheadMs : Reflect.get(of, name)),
});
