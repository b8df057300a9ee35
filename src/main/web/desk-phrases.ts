/**
 * Sentences of the server with names in them, in Spanish, for the desk. A pattern has `{}` for each fact, which the
 * Spanish takes over in the same order; a fact that is a list of sentences (`{;}`) or a known word is translated, too.
 */
import { booksSpanish } from "#features/books/web/spanish.ts";
import { reportSpanish } from "#features/reports/web/spanish.ts";
import { auditPatterns, auditWords } from "./audit-phrases.ts";
import { inTable } from "#platform/shared/sentence-table.ts";

const invariants = [
  ["every transfer and the whole ledger sum to 0", "cada movimiento y todo el libro suman 0"],
  ["cached balances equal their entries", "los saldos guardados son la suma de sus asientos"],
  ["pot and reserved are never negative", "el premio mayor y lo reservado nunca son negativos"],
  ["one capture transfer per captured payment", "cada pago cobrado tiene un solo movimiento de cobro"],
  [
    "each captured payment has exactly one of session, unstarted order, full refund without session, reversed order, open exception",
    "cada pago cobrado tiene una sola cosa: sesión, pedido sin empezar, reembolso total sin sesión, pedido revertido o excepción abierta",
  ],
  ["refunds and disputes are at most the capture", "reembolsos y disputas no pasan de lo cobrado"],
  [
    "reserved is above 0 exactly for pending jackpot claims",
    "lo reservado es mayor que 0 justo en los reclamos del premio mayor pendientes",
  ],
  [
    "claims are at most shots, shots at most balls bought, and the counters are true",
    "hay a lo sumo tantos reclamos como tiros y tantos tiros como bolas compradas, y los contadores son ciertos",
  ],
  ["at most one active session a player", "cada jugador tiene a lo sumo una sesión activa"],
  [
    "cash entries that name a payment equal the gateway's ledger",
    "los asientos de caja que nombran un pago son los del servicio de pago",
  ],
] as const;

/** What a payout waits for, as the server names it. */
const waits = [
  ["a proved email address", "un correo comprobado"],
  [
    "72 hours since the email address was moved by an administrator",
    "72 horas desde que un administrador cambió el correo",
  ],
  ["the age confirmation (18+)", "la confirmación de edad (18+)"],
  ["the tax form", "el formulario de impuestos"],
  ["the tee time's confirmation", "la confirmación de la hora de salida"],
  [
    "an administrator's approval, before another one pays",
    "la aprobación de un administrador, antes de que pague otro",
  ],
  ["the bank's decision on a dispute of the payment", "la decisión del banco sobre una disputa del pago"],
  [
    "an administrator's decision on the order, which was refunded at the payment service",
    "la decisión de un administrador sobre el pedido, que se reembolsó en el servicio de pago",
  ],
] as const;

const words: ReadonlyMap<string, string> = new Map<string, string>([
  ...invariants,
  ...waits,
  ...auditWords,
  ["nothing", "nada"],
  ["due", "pendiente"],
  ["failed", "fallido"],
  ["charge", "el cobro"],
  ["refund", "el reembolso"],
  ["refund failure", "el reembolso fallido"],
  ["dispute", "la disputa"],
  ["dispute reversal", "la disputa ganada"],
  ["a refund", "un reembolso"],
  ["a dispute", "una disputa"],
  ["a dispute that was won", "una disputa ganada"],
]);

/** The most special pattern comes first. */
const patterns: readonly (readonly [en: string, es: string])[] = [
  // Refusals with their facts.
  [
    "{} ({}) would cost {} at {} (factor {}). The payment service takes no less than {}.",
    "{} ({}) costaría {} en {} (factor {}). El servicio de pago no acepta menos de {}.",
  ],
  [
    "{} of this prize are claimed already: the stock cannot be less than {}",
    "Ya se reclamaron {} de este premio: las existencias no pueden ser menos de {}",
  ],
  [
    "Bay {} is in play. Take it away once that session has ended.",
    "En la bahía {} se está jugando. Quítala cuando esa sesión termine.",
  ],
  ["This payout still waits for: {,}", "Este pago todavía espera: {,}"],
  ["'{}' is not an email address", "«{}» no es una dirección de correo"],
  ["At most {} is left to refund", "Queda por reembolsar {} como máximo"],
  ["The parts must come to {}, one for each course at most", "Las partes deben sumar {}, una por campo como máximo"],
  ["Close {} first. Months close in order.", "Cierra primero {}. Los meses se cierran en orden."],
  ["{} has no open books. The month to close is {}.", "{} no tiene libros abiertos. El mes por cerrar es {}."],
  ["{} can be closed from {} on.", "{} se puede cerrar a partir del {}."],
  ["{} cannot be closed yet: {;}.", "{} aún no se puede cerrar: {;}."],
  ["There is a second administrator who can approve this: {}", "Hay otro administrador que puede aprobarlo: {}"],
  ["A pot is never below zero: this one holds {}", "Un premio mayor nunca está por debajo de cero: este tiene {}"],
  ["At most {} is owed for this month now", "Por este mes se deben ahora {} como máximo"],
  [
    "The payment service was asked for this refund again, or has paid it. Withdraw this, and stop a check that is on its way.",
    "Al servicio de pago se le pidió otra vez este reembolso, o ya lo pagó. Retira esto y detén el cheque que va en camino.",
  ],
  // What stands against closing a month, and against closing a course.
  [
    "the payout {} is not booked: look at the reconciliation",
    "la transferencia {} no está en los libros: mira la conciliación",
  ],
  [
    "the payout {} came back, which is not booked: look at the reconciliation",
    "la transferencia {} volvió, y eso no está en los libros: mira la conciliación",
  ],
  [
    "{} of order {} is not in the payment service's books: look at the reconciliation",
    "{} del pedido {} no está en los libros del servicio de pago: mira la conciliación",
  ],
  [
    "refund failure {} of order {} is not booked: look at the reconciliation",
    "el reembolso fallido {} del pedido {} no está en los libros: mira la conciliación",
  ],
  [
    "dispute reversal {} of order {} is not booked: look at the reconciliation",
    "la disputa ganada {} del pedido {} no está en los libros: mira la conciliación",
  ],
  [
    "{} {} of order {} is not booked: look at the reconciliation",
    "{} {} del pedido {} no está en los libros: mira la conciliación",
  ],
  ["The course is open: close it on its page", "El campo está abierto: ciérralo en su página"],
  ["A payment of order {} has no outcome yet", "Un pago del pedido {} aún no tiene resultado"],
  [
    "Order {} is paid ahead and not started: refund it",
    "El pedido {} está pagado por adelantado y sin empezar: reembólsalo",
  ],
  ["A refund of order {} is not paid yet", "Un reembolso del pedido {} aún no se pagó"],
  ["A dispute of order {} is open", "Una disputa del pedido {} está abierta"],
  [
    "The session of {} runs, or can still be claimed from",
    "La sesión de {} sigue, o todavía se puede reclamar en ella",
  ],
  ["A claim of {} has no verdict", "Un reclamo de {} no está decidido"],
  ["A prize of {} is neither handed over nor forfeited", "Un premio de {} ni se entregó ni se perdió"],
  ["The range is owed {}: pay it", "Al campo se le deben {}: págalos"],
  ["The range owes {}: have it adjusted", "El campo debe {}: pide un ajuste"],
  ["The tax office is owed {}: remit it", "A Hacienda se le deben {}: entrégalos"],
  ["The tax office owes {}: have it adjusted", "Hacienda debe {}: pide un ajuste"],
  [
    "The account {} holds {} that nothing here explains: ask whoever runs the audit",
    "La cuenta {} tiene {} que nada explica aquí: pregunta a quien lleva la auditoría",
  ],
  // What the audit of the books finds.
  ["{} times it does not hold that {}", "{} veces no se cumple que {}"],
  ["Stripe's books were not compared: {}", "No se compararon los libros de Stripe: {}"],
  [
    "{} payments not compared with Stripe, whose books were not read",
    "{} pagos sin comparar con Stripe, cuyos libros no se leyeron",
  ],
  [
    "order {}, payment {}: nobody knows what became of it since {}",
    "pedido {}, pago {}: no se sabe qué pasó con él desde {}",
  ],
  ["order {}, refund {}: due since {}", "pedido {}, reembolso {}: pendiente desde {}"],
  ["order {}, refund {}: failed since {}", "pedido {}, reembolso {}: fallido desde {}"],
  ["claim {} of {}: undecided past {}", "reclamo {} de {}: sin decidir después de {}"],
  ["job {}: has not run since {}", "tarea {}: no corre desde {}"],
  [
    "{}: transfer {} ({}) is explained by no fact; it books {}",
    "{}: ningún hecho explica el movimiento {} ({}); asienta {}",
  ],
  ["{}: transfer {} ({}) books {}; the facts ask for {}", "{}: el movimiento {} ({}) asienta {}; los hechos piden {}"],
  [
    "{}: transfer {} ({}) names another course, payment, refund or claim than its facts",
    "{}: el movimiento {} ({}) nombra otro campo, pago, reembolso o reclamo que sus hechos",
  ],
  [
    "{}: transfer {} ({}) is dated {}; its facts say {}",
    "{}: el movimiento {} ({}) tiene fecha {}; sus hechos dicen {}",
  ],
  ["{}: {} is not booked; the facts ask for {}", "{}: {} no está en los libros; los hechos piden {}"],
  ...auditPatterns,
];

interface Pattern {
  expected: RegExp;
  separators: readonly string[];
  spanish: string;
}

/** Made at the first reading in Spanish. */
let made: readonly Pattern[] | undefined;

function compiled(): readonly Pattern[] {
  return patterns.map(([english, spanish]) => {
    const literally = english.replaceAll(/[\\^$.*+?()[\]|]/g, String.raw`\$&`);
    return {
      expected: new RegExp(`^${literally.replaceAll(/\{[;,]?\}/g, "(.+?)")}$`, "su"),
      separators: [...english.matchAll(/\{([;,]?)\}/g)].map(([, separator = ""]) => separator),
      spanish,
    };
  });
}

/** The Spanish of a sentence that has a pattern; undefined without one. */
export function phraseIn(sentence: string): string | undefined {
  made ??= compiled();
  for (const { expected, separators, spanish } of made) {
    const found = expected.exec(sentence);
    if (!found) continue;
    const facts = found.slice(1).map((fact, at) => factIn(fact, separators[at] ?? ""));
    let at = 0;
    return spanish.replaceAll(/\{[;,]?\}/g, () => facts[at++] ?? "");
  }
  return undefined;
}

function factIn(fact: string, separator: string): string {
  if (separator === ";") return fact.split("; ").map(partIn).join("; ");
  if (separator === ",") return listed(fact);
  return words.get(fact) ?? monthIn(fact) ?? fact;
}

const partIn = (part: string) =>
  inTable(reportSpanish.sentences, part) ?? inTable(booksSpanish.sentences, part) ?? phraseIn(part) ?? part;

/** Translates a list whose entries may contain commas: the longest entries are translated first. */
function listed(list: string): string {
  return waits
    .toSorted(([one], [other]) => other.length - one.length)
    .reduce((text, [english, spanish]) => text.replace(english, spanish), list);
}

/** "November 2026", and "Dec 1, 2026, 1:00 AM", as the server writes them. */
function monthIn(fact: string): string | undefined {
  const at = /^[A-Z][a-z]+ (?:\d{4}|\d{1,2}, \d{4}, .+)$/.test(fact)
    ? Date.parse(/^[A-Z][a-z]+ \d{4}$/.test(fact) ? `1 ${fact}` : fact)
    : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const shape: Intl.DateTimeFormatOptions = /\d:\d/.test(fact)
    ? { dateStyle: "medium", timeStyle: "short" }
    : { month: "long", year: "numeric" };
  return new Intl.DateTimeFormat("es-MX", shape).format(at);
}
