/**
 * What the audit of the books finds, in Spanish: facts that contradict each other, and differences to the payment
 * service. Patterns as in `desk-phrases.ts`, by what a sentence begins with.
 */
import { claimPhrases, sessionPhrases } from "./audit-phrases-of-play.ts";
import { begun, type Pair } from "./pattern-pairs.ts";

const refunds = begun(
  ["order {}, refund {}", "pedido {}, reembolso {}"],
  [
    [
      " says that the pot gave {} and the range {} cents; they have to give {} and {}",
      " dice que el premio mayor dio {} y el campo {} centavos; deben dar {} y {}",
    ],
    [" says that {} cents of it were tax; {} have to be", " dice que {} centavos eran impuestos; deben ser {}"],
    [" is of another order than its payment", " es de otro pedido que su pago"],
    [
      " of {} cents was paid by {}, which two administrators did not approve",
      " de {} centavos se pagó por {}, sin que lo aprobaran dos administradores",
    ],
    [
      " of {} cents was paid by {}, and the gateway has paid it once more at {}",
      " de {} centavos se pagó por {}, y el servicio de pago lo pagó otra vez el {}",
    ],
    [" was given at {} while claim {} of {} stood", " se dio el {} mientras estaba el reclamo {} de {}"],
    [
      " is dated {} and settled at {}, its payment was captured at {}",
      " tiene fecha {} y se pagó el {}; su pago se cobró el {}",
    ],
    [" was given by somebody, which the trail does not say", " lo dio alguien, y el registro no lo dice"],
    [" is cancelled, which the trail does not say of then", " está cancelado, y el registro de entonces no lo dice"],
    [" was given by {}, who had not the role for it then", " lo dio {}, que entonces no tenía la función para ello"],
    [": {} here and paid at the gateway at {}", ": aquí {} y pagado en el servicio de pago el {}"],
    [
      ": the gateway paid {} cents in {} parts, it is for {}",
      ": el servicio de pago pagó {} centavos en {} partes; es por {}",
    ],
    [": settled here, not paid at the gateway", ": pagado aquí, no en el servicio de pago"],
  ],
);

const payments = begun(
  ["order {}, payment {}", "pedido {}, pago {}"],
  [
    [
      ": captured at the gateway at {} and never booked, it is {} here",
      ": cobrado en el servicio de pago el {} y nunca asentado; aquí está {}",
    ],
    [": the gateway captured {} cents of {}", ": el servicio de pago cobró {} centavos de {}"],
    [": captured here, not at the gateway", ": cobrado aquí, no en el servicio de pago"],
  ],
);

const orders = begun(
  ["order {}", "pedido {}"],
  [
    [
      " was sold for {} cents with shares of {}, which no terms of {} ask for",
      " se vendió por {} centavos con partes de {}, que ninguna condición de {} pide",
    ],
    [" is for {} cents, its payment {} for {}", " es por {} centavos, su pago {} por {}"],
    [" says paid at {}, its payment {} captured at {}", " dice pagado el {}, su pago {} se cobró el {}"],
    [
      " was not started when it was captured, and its shares were booked: it is not deferred",
      " no había empezado cuando se cobró, y sus partes se asentaron: no está diferido",
    ],
    [
      ": {} cents were refunded with what {} cents of dropped refunds left",
      ": se reembolsaron {} centavos con lo que dejaron {} centavos de reembolsos descartados",
    ],
    [" is for {} balls ({}), its package for {} ({})", " es por {} bolas ({}), su paquete por {} ({})"],
    [
      " was started at {} while its dispute {} was open or lost",
      " empezó el {} mientras su disputa {} estaba abierta o perdida",
    ],
    [" is {}, and of its {} cents {} were given back", " está {}, y de sus {} centavos se devolvieron {}"],
    [" is {}, and all of its {} cents were given back", " está {}, y se devolvieron todos sus {} centavos"],
    [" is {}, and {} cents of it are on their way", " está {}, y {} centavos van en camino"],
    [" is {}, and {}", " está {}, y {}"],
  ],
);

const disputes: readonly Pair[] = [
  [
    "dispute {} of {} cents: only the gateway has it, since {}",
    "disputa {} de {} centavos: solo la tiene el servicio de pago, desde {}",
  ],
  [
    "dispute {} of {} cents, order {}: only the gateway has it, since {}",
    "disputa {} de {} centavos, pedido {}: solo la tiene el servicio de pago, desde {}",
  ],
  ["dispute {}, order {}: the gateway does not have it", "disputa {}, pedido {}: el servicio de pago no la tiene"],
  [
    "dispute {}, order {}: {} cents and {} here, {} cents and {} at the gateway",
    "disputa {}, pedido {}: aquí {} centavos y {}, en el servicio de pago {} centavos y {}",
  ],
  [
    "dispute {} is dated {} and decided at {}, its payment was captured at {}",
    "disputa {} con fecha {} y decidida el {}; su pago se cobró el {}",
  ],
  [
    "dispute {} is {}, which the trail does not say of then",
    "disputa {} está {}, y el registro de entonces no lo dice",
  ],
];

const bank: readonly Pair[] = [
  [
    "payout {} of {} cents was divided into {} cents, and its transactions are known",
    "transferencia {} de {} centavos: se dividió en {} centavos, y se conocen sus operaciones",
  ],
  ["payout {} of {} cents was divided into {} cents", "transferencia {} de {} centavos: se dividió en {} centavos"],
  [
    "payout {} of {} cents came back at the gateway ({}) and not here",
    "transferencia {} de {} centavos: volvió en el servicio de pago ({}) y aquí no",
  ],
  [
    "payout {} of {} cents: only the gateway has it, since {}",
    "transferencia {} de {} centavos: solo la tiene el servicio de pago, desde {}",
  ],
  [
    "payout {} of {} cents: the gateway does not have it",
    "transferencia {} de {} centavos: el servicio de pago no la tiene",
  ],
  [
    "payout {}: {} cents and {} here, {} cents, come back, at the gateway",
    "transferencia {}: aquí {} centavos y {}, en el servicio de pago {} centavos que volvieron",
  ],
  [
    "payout {}: {} cents and {} here, {} cents at the gateway",
    "transferencia {}: aquí {} centavos y {}, en el servicio de pago {} centavos",
  ],
  [
    "transaction {} ({}) of {} cents: only the gateway has it, since {}",
    "operación {} ({}) de {} centavos: solo la tiene el servicio de pago, desde {}",
  ],
  [
    "transaction {} of {} cents: the gateway does not have it",
    "operación {} de {} centavos: el servicio de pago no la tiene",
  ],
  [
    "transaction {}: {} cents with a fee of {} here, {} with {} at the gateway",
    "operación {}: aquí {} centavos con una comisión de {}, en el servicio de pago {} con {}",
  ],
  [
    "transaction {}: paid out by {} here, by {} at the gateway",
    "operación {}: aquí transferida por {}, en el servicio de pago por {}",
  ],
  [
    "the gateway captured {} cents for payment {}, which is none of ours",
    "el servicio de pago cobró {} centavos por el pago {}, que no es nuestro",
  ],
  [
    "the gateway paid back {} cents of payment {} as {}, which is no refund of ours",
    "el servicio de pago devolvió {} centavos del pago {} como {}, que no es un reembolso nuestro",
  ],
];

const books: readonly Pair[] = [
  ...begun(
    ["payment {} of {} cents to the {} of course {}", "pago {} de {} centavos a: {} del campo {}"],
    [
      [
        " was made above the approval limit by one administrator",
        ", que hizo un solo administrador por encima del límite",
      ],
      [" names a proposal that was for something else", ", que nombra una propuesta para otra cosa"],
      [" is more than the {} cents that were owed", ", más que los {} centavos que se debían"],
      [" was taken back before it was made", ", que se retiró antes de hacerse"],
    ],
  ),
  ...begun(
    ["adjustment {} of course {}: {} cents, {}", "ajuste {} del campo {}: {} centavos, {}"],
    [
      [", at {}: {}", ", el {}: {}"],
      [", was not approved by two administrators", ", que no aprobaron dos administradores"],
    ],
  ),
  [
    "proposal {} was approved, and its refund was not paid otherwise by it",
    "propuesta {} aprobada, y su reembolso no se pagó de otra forma por ella",
  ],
  [
    "the approval limit of {} lets more through than the one before it, and nobody approved that",
    "el límite de aprobación de {} deja pasar más que el anterior, y nadie lo aprobó",
  ],
  ["transfer {} follows rule {}, which there is not", "movimiento {} según la regla {}, que no existe"],
  [
    "transfer {} is booked as one of an earlier month, of {}, and no such month was closed",
    "movimiento {} asentado como de un mes anterior, de {}, y ese mes no se cerró",
  ],
  ["receipts go up to {}, and there are {}", "los recibos llegan al {}, y hay {}"],
  [
    "receipt {} does not say what order {} and its payment say (order, what was bought, its tax, how or when it was paid)",
    "recibo {}: no dice lo que dicen el pedido {} y su pago (pedido, compra, impuesto, cómo o cuándo se pagó)",
  ],
  ["prize {} ({}) has {} taken, and {} claims hold one", "premio {} ({}): hay {} tomados, y {} reclamos tienen uno"],
  ["course {}: its terms were changed beside managing", "campo {}: sus condiciones se cambiaron sin la administración"],
  ["package {}: its price was changed beside managing", "paquete {}: su precio se cambió sin la administración"],
];

const closings: readonly Pair[] = [
  [
    "course {} says that it was closed for good at {}, its closing says {}",
    "campo {} dice que cerró para siempre el {}, su cierre dice {}",
  ],
  ...begun(
    ["course {}, closed for good at {}, ", "campo {}, cerrado para siempre el {}: "],
    [
      ["is open", "está abierto"],
      [
        "says that {} cents of its pot went to the house and {} on; they have to be {} and {}",
        "dice que {} centavos de su premio mayor fueron a la casa y {} siguieron; deben ser {} y {}",
      ],
      ["was not closed by two administrators", "no lo cerraron dos administradores"],
      [
        "gave its pot to course {}, which was closed for good itself",
        "dio su premio mayor al campo {}, que también estaba cerrado para siempre",
      ],
      ["was closed while {} cents stood on {}", "se cerró con {} centavos en {}"],
      ["has its pot moved by transfer {} ({}) since", "desde entonces el movimiento {} ({}) movió su premio mayor"],
      ["sold order {} since", "desde entonces vendió el pedido {}"],
      ["has since had {}", "desde entonces tuvo {}"],
      ["was closed over {}", "se cerró con {} sin terminar"],
    ],
  ),
];

const months = begun(
  ["{} of {}", "{} de {}"],
  [
    [
      ": transfer {} is dated {}, and was booked after the month was closed",
      ": el movimiento {} tiene fecha {}, y se asentó después de cerrar el mes",
    ],
    [": its entries are not those over which it was closed", ": sus asientos no son aquellos con los que se cerró"],
    [
      ": what was kept of it, or of the month before, has been changed",
      ": lo que se guardó de él, o del mes anterior, se cambió",
    ],
    [
      ": it shows that {} moved by {} cents, its entries by {}",
      ": muestra que {} se movió {} centavos, y sus asientos {}",
    ],
    [": it was closed out of order", ": se cerró fuera de orden"],
    [
      ": {} of {} {} happened in it, at {}, and transfer {} is not booked as one of an earlier month",
      ": {} de {} {} ocurrió en él, el {}, y el movimiento {} no está asentado como de un mes anterior",
    ],
  ],
);

/** From the most special one. */
export const auditPatterns: readonly Pair[] = [
  ...closings,
  ...refunds,
  ...payments,
  ...claimPhrases,
  ...sessionPhrases,
  ...orders,
  ...disputes,
  ...bank,
  ...books,
  ...months,
];

/** States as the audit names them. */
export const auditWords: readonly Pair[] = [
  ["pending", "pendiente"],
  ["verified", "verificado"],
  ["rejected", "rechazado"],
  ["approved", "aprobado"],
  ["paid", "pagado"],
  ["forfeited", "perdido"],
  ["fulfilled", "entregado"],
  ["refunded", "reembolsado"],
  ["refund_due", "por reembolsar"],
  ["reversed", "revertido"],
  ["declined", "rechazado"],
  ["expired", "vencido"],
  ["settled", "pagado"],
  ["dropped", "descartado"],
  ["cancelled", "cancelado"],
  ["open", "abierta"],
  ["won", "ganada"],
  ["lost", "perdida"],
  ["active", "activa"],
  ["no time", "ninguna hora"],
  ["none", "ninguna"],
  ["range", "dueño"],
  ["tax office", "Hacienda"],
];
