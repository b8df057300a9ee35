/**
 * A settlement's words in Spanish, by the keys of its sections and lines: a closed month keeps the English ones that it had
 * when it was closed. The ledger's own names ('From the ledger') stay as programs read them.
 */
import { accountName, spanishAccountNames, spanishTransferNames, transferName } from "#features/ledger/name-rules.ts";
import type { Language } from "#platform/shared/language.ts";
import type { Settlement } from "./contract.ts";

const byHand = "Ajustado a mano";
const noSession = "Cobrado pero imposible de cumplir";
const givenBack = "Devuelto en reembolsos";
const refundsCancelled = "Reembolsos cancelados";
const fromSales = "De las ventas";
const cameBack = "Devuelto";
const unexplained = "Sin un pago que lo explique";
const disputeLosses = "Pérdidas por disputas";

export const spanishSections: Readonly<Record<string, string>> = {
  sales: "Ventas",
  shares: "A dónde fueron las ventas",
  ahead: "Pagado por adelantado, guardado hasta el inicio",
  tax: "Impuesto",
  refunds: "Reembolsos",
  disputes: "Disputas",
  fees: "Comisiones de pago",
  pot: "El premio mayor",
  range: "La parte del campo",
  revenue: "Ingresos",
  claims: "Premios mayores en revisión",
  prizes: "Premios en efectivo",
  others: "Otros premios, a su valor declarado",
  house: "Aportes de la casa al premio mayor",
  cash: "Efectivo en el servicio de pago",
  bank: "Banco",
  suspense: "Por clasificar",
  adjustments: "Ajustes",
  late: "De meses anteriores, asentado aquí",
  other: "Otros movimientos",
};

export const spanishLines: Readonly<Record<string, string>> = {
  gross: "Total cobrado",
  sold: "Iniciado en el acto",
  paidAhead: "Pagado por adelantado",
  unfulfillable: noSession,
  tax: "Impuesto",
  jackpotShare: "Parte del premio mayor, al fondo",
  rangeShare: "La parte del campo",
  revenueShare: "Ingresos",
  shared: "Ventas",
  aheadPaid: "Pagado por adelantado",
  aheadStarted: "Iniciado",
  aheadRefunded: "Reembolsado antes del inicio",
  aheadKept: refundsCancelled,
  aheadReversed: "Recuperado por el banco",
  taxFromSales: fromSales,
  taxRefunded: givenBack,
  taxCancelled: refundsCancelled,
  taxRemitted: "Pagado a Hacienda",
  taxRemittedBack: cameBack,
  taxAdjusted: byHand,
  refundsDue: "Surgieron",
  refundsFromTax: "Del impuesto",
  refundsFromPot: "Del premio mayor",
  refundsFromRange: "De la parte del campo",
  refundsFromRevenue: "De los ingresos",
  refundsFromAhead: "De lo pagado por adelantado",
  refundsFromDisputes: "De disputas ganadas después de perdidas",
  refundsUnfulfillable: noSession,
  refundsSettled: "Reembolsado",
  refundsOtherwise: "Pagado por cheque o transferencia",
  refundsReturned: "Devuelto por el banco del jugador, o cancelado",
  refundsDropped: "Retirado",
  refundsCancelled: "Cancelado en el servicio de pago",
  cancelledToTax: "De vuelta al impuesto",
  cancelledToPot: "De vuelta al premio mayor",
  cancelledToRange: "De vuelta a la parte del campo",
  chargebacks: "Contracargos",
  chargebacksReversed: "Contracargos recobrados",
  disputesAhead: "A cargo de lo pagado por adelantado",
  disputesRefunded: "Recobrado y reembolsado",
  disputeLoss: disputeLosses,
  feesKept: "Retenido, menos lo devuelto",
  feesSorted: "Clasificado a mano",
  feesAdjusted: byHand,
  potFunded: "De la casa",
  potShare: "Parte de las ventas",
  potRefunded: givenBack,
  potReserved: "Reservado para reclamos",
  potReleased: "De vuelta por reclamos rechazados",
  potForfeited: "De vuelta por premios perdidos",
  potAdjusted: byHand,
  potReceived: "Del premio mayor de un campo cerrado",
  potEnded: "Campo cerrado: de vuelta a la casa",
  potHandedOn: "Campo cerrado: a otro premio mayor",
  potPaidOut: "Campo cerrado: pagado desde el banco",
  rangeEarned: "Parte de las ventas",
  rangeRefunded: givenBack,
  rangePaid: "Pagado",
  rangePaidBack: cameBack,
  rangeAdjusted: byHand,
  revenueFromSales: fromSales,
  revenueRefunded: givenBack,
  revenueCancelled: refundsCancelled,
  revenueSorted: "Otro dinero del servicio de pago",
  revenueKept: "Reembolsos retirados",
  revenueDisputed: disputeLosses,
  revenueAdjusted: byHand,
  netRevenue: "Ingresos netos",
  prizesReserved: "Reclamado",
  prizesReleased: "Liberado por rechazo",
  releasedToHouse: "De vuelta a la casa",
  releasedToPot: "De vuelta al premio mayor",
  reservedVerified: "Verificado",
  prizesVerified: "Verificado",
  prizesPaid: "Pagado",
  prizesBack: cameBack,
  prizesForfeited: "Perdido, de vuelta al premio mayor",
  othersVerified: "Verificado",
  othersPaid: "Entregado",
  othersForfeited: "Perdido",
  "others.opening": "Por entregar al inicio",
  "others.closing": "Por entregar al final",
  potOpened: "Apertura del campo",
  potReseeded: "Reposiciones",
  fundingReturned: "Devuelto por reclamos rechazados",
  fundingEnded: "Devuelto por un premio mayor cerrado",
  fundingHandedOn: "De un premio mayor cerrado a otro",
  fundingForfeited: "Perdido después del cierre",
  houseFunding: "Aporte neto",
  cashCaptured: "Cobrado",
  cashRefunded: "Reembolsos",
  cashDisputed: "Disputas",
  cashPrizes: "Premios",
  cashFees: "Comisiones",
  cashOther: unexplained,
  cashPaidOut: "Abonado al banco",
  bankPaidOut: "Del servicio de pago",
  bankReturned: "Abonos devueltos",
  bankPrizes: "Premios pagados",
  bankRefunds: "Reembolsos por cheque o transferencia",
  bankRange: "Pagado al campo",
  bankPot: "El premio mayor de un campo cerrado",
  bankTax: "Impuesto pagado",
  suspenseCame: unexplained,
  suspenseSorted: "Clasificado",
  adjusted: byHand,
};

/** A settlement with the titles and labels of a language; the API's are English. What has no Spanish keeps its own. */
export function settlementIn(language: Language, settlement: Settlement): Settlement {
  if (language === "en") return settlement;
  return {
    ...settlement,
    sections: settlement.sections.map((section) => ({
      ...section,
      title: spanishSections[section.key] ?? section.title,
      lines: section.lines.map((line) => ({ ...line, label: spanishLine(line.key, line.label) })),
    })),
    accounts: settlement.accounts.map((line) => ({ ...line, label: accountName(line.account, spanishAccountNames) })),
  };
}

/** The Spanish of a line's label, which is the ledger's where the line is made of one kind of transfer. */
export function spanishLine(key: string, label: string): string {
  const [first = "", second = "", third = ""] = key.split(".");
  const known = spanishLines[key];
  if (known !== undefined) return known;
  if (second === "opening") return "Al inicio";
  if (second === "closing") return "Al final";
  if (first === "late") return transferName(second, spanishTransferNames);
  if (first === "other")
    return `${transferName(second, spanishTransferNames)}: ${accountName(third, spanishAccountNames)}`;
  return label;
}
