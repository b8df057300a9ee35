/** What people read in place of the ledger's own names: its accounts, and the kinds of its transfers. */
import type { TransferKind } from "./contract.ts";

/** The names of accounts, by the kind with which a key begins. */
export const accountNames = {
  cash: "Cash at the payment service",
  bank: "Bank",
  suspense: "Not sorted yet",
  deferred: "Paid ahead",
  pot: "Pot",
  reserved: "Reserved for claims",
  prize_payable: "Prizes payable",
  refunds_payable: "Refunds payable",
  range_share: "Due to the range",
  tax_payable: "Tax payable",
  revenue: "Revenue",
  fees: "Payment fees",
  adjustment: "Adjustments",
  house_funding: "House funding",
  dispute_loss: "Dispute losses",
};
type AccountNames = typeof accountNames;

export const spanishAccountNames: AccountNames = {
  cash: "Efectivo en el servicio de pago",
  bank: "Banco",
  suspense: "Por clasificar",
  deferred: "Pagado por adelantado",
  pot: "Premio mayor",
  reserved: "Reservado para reclamos",
  prize_payable: "Premios por pagar",
  refunds_payable: "Reembolsos por pagar",
  range_share: "Por pagar al campo",
  tax_payable: "Impuestos por pagar",
  revenue: "Ingresos",
  fees: "Comisiones de pago",
  adjustment: "Ajustes",
  house_funding: "Aportes de la casa",
  dispute_loss: "Pérdidas por disputas",
};

type TransferNames = Readonly<Record<TransferKind, string>>;

export const transferNames: TransferNames = {
  open_pot: "Pot opened",
  capture: "Payment",
  capture_ahead: "Payment ahead",
  capture_unfulfillable: "Payment that could not be fulfilled",
  start: "Start of what was paid ahead",
  reverse: "Order reversed by the bank",
  reserve: "Jackpot reserved for a claim",
  reseed: "Pot filled to its base",
  verify: "Claim verified",
  reject: "Claim rejected",
  pay_out: "Prize paid",
  pay_out_back: "Paid prize came back",
  pay_out_from_bank: "Paid prize moved to the bank",
  forfeit: "Prize forfeited",
  refund: "Refund",
  refund_ahead: "Refund before the start",
  refund_reversed: "Refund of a reversed order",
  refund_settled: "Refund sent",
  refund_paid_otherwise: "Refund paid from the bank",
  refund_returned: "Refund came back",
  refund_dropped: "Refund dropped for a dispute",
  refund_revived: "Refund owed again",
  refund_cancelled: "Refund cancelled",
  chargeback: "Taken back by the bank",
  chargeback_reversed: "Won back from the bank",
  range_paid: "Range paid",
  range_paid_back: "Payment to the range taken back",
  tax_remitted: "Tax paid",
  tax_remitted_back: "Tax payment taken back",
  adjust: "Adjustment by hand",
  close_pot_house: "Closing: the pot's base to the house",
  close_pot_out: "Closing: the rest of the pot moved on",
  close_pot_in: "Closing: the rest of another pot",
  close_pot_bank: "Closing: the rest of the pot from the bank",
  gateway_fee: "Fee of the payment service",
  gateway_other: "Other money at the payment service",
  gateway_sorted: "Money sorted",
  bank_payout: "Payout to the bank",
  bank_payout_returned: "Payout that came back",
  bank_payout_divided: "Payout divided among courses",
};

export const spanishTransferNames: TransferNames = {
  open_pot: "Apertura del premio mayor",
  capture: "Pago",
  capture_ahead: "Pago por adelantado",
  capture_unfulfillable: "Pago que no se pudo cumplir",
  start: "Inicio de lo pagado por adelantado",
  reverse: "Pedido recuperado por el banco",
  reserve: "Premio mayor reservado para un reclamo",
  reseed: "Premio mayor repuesto a su base",
  verify: "Reclamo verificado",
  reject: "Reclamo rechazado",
  pay_out: "Premio pagado",
  pay_out_back: "Premio pagado devuelto",
  pay_out_from_bank: "Premio pagado pasado al banco",
  forfeit: "Premio perdido",
  refund: "Reembolso",
  refund_ahead: "Reembolso antes del inicio",
  refund_reversed: "Reembolso de un pedido recuperado",
  refund_settled: "Reembolso enviado",
  refund_paid_otherwise: "Reembolso pagado desde el banco",
  refund_returned: "Reembolso devuelto",
  refund_dropped: "Reembolso descartado por una disputa",
  refund_revived: "Reembolso debido otra vez",
  refund_cancelled: "Reembolso cancelado",
  chargeback: "Recuperado por el banco",
  chargeback_reversed: "Recobrado del banco",
  range_paid: "Pago al campo",
  range_paid_back: "Pago al campo anulado",
  tax_remitted: "Impuesto pagado",
  tax_remitted_back: "Pago de impuesto anulado",
  adjust: "Ajuste a mano",
  close_pot_house: "Cierre: base del premio mayor a la casa",
  close_pot_out: "Cierre: resto del premio mayor trasladado",
  close_pot_in: "Cierre: resto de otro premio mayor",
  close_pot_bank: "Cierre: resto del premio mayor desde el banco",
  gateway_fee: "Comisión del servicio de pago",
  gateway_other: "Otro dinero en el servicio de pago",
  gateway_sorted: "Dinero clasificado",
  bank_payout: "Abono al banco",
  bank_payout_returned: "Abono devuelto",
  bank_payout_divided: "Abono repartido entre campos",
};

/** An account's name for people. @param key its key, such as `pot:3` or `bank` */
export function accountName(key: string, names: AccountNames): string {
  const [kind = key] = key.split(":");
  return isKind(kind) ? names[kind] : key;
}

/** What a transfer booked. @param kind its kind; anything else is a name already, and stays as it is */
export function transferName(kind: string, names: TransferNames): string {
  return isTransfer(kind) ? names[kind] : kind;
}

const isKind = (kind: string): kind is keyof AccountNames => kind in accountNames;
const isTransfer = (kind: string): kind is TransferKind => kind in transferNames;
