/** The heads of the columns of the files of claims and payouts, in the reader's language. */
import type { Language } from "#platform/shared/language.ts";
import type { claimHeader } from "./claim-file.ts";
import type { payoutHeader, totalHeader } from "./payout-view.ts";

type Head = (typeof claimHeader | typeof payoutHeader | typeof totalHeader)[number];

const spanish: Readonly<Record<Head, string>> = {
  Claim: "Reclamo",
  Status: "Estado",
  Player: "Jugador",
  "Player ID": "ID de jugador",
  "Guest of": "Invitado de",
  Course: "Campo",
  Bay: "Bahía",
  Hole: "Hoyo",
  Prize: "Premio",
  "Prize type": "Tipo de premio",
  "Amount (USD)": "Monto (USD)",
  "Stated value (USD)": "Valor declarado (USD)",
  "Free shot": "Tiro gratis",
  "Claimed at (UTC)": "Reclamado (UTC)",
  "Contact by (UTC)": "Contactar antes de (UTC)",
  "Seen by staff": "Visto por el personal",
  "Decided at (UTC)": "Decidido (UTC)",
  "Decided by": "Decidido por",
  "Rejection reason": "Motivo del rechazo",
  Payout: "Pago",
  "Refunded of its payment (USD)": "Devuelto de su compra (USD)",
  "Due since (UTC)": "Se debe desde (UTC)",
  "Waits for": "Espera",
  "Approved by": "Aprobado por",
  "Paid at (UTC)": "Pagado (UTC)",
  Method: "Forma",
  Reference: "Referencia",
  "Forfeited at (UTC)": "Dado por perdido (UTC)",
  "Forfeit reason": "Motivo de la pérdida",
  "Settled by": "Resuelto por",
  Year: "Año",
  "Guest's claim": "Reclamo del invitado",
  "Cash paid (USD)": "Efectivo pagado (USD)",
  "Other prizes' value (USD)": "Valor de otros premios (USD)",
  "Total (USD)": "Total (USD)",
  "Prizes paid": "Premios pagados",
  "Threshold (USD)": "Umbral (USD)",
  "Above threshold": "Sobre el umbral",
  "Tax form received": "Formulario fiscal recibido",
  "Tax form": "Formulario fiscal",
};

/** The values below the heads are the same in every language, because programs compare them. */
export function headsIn(header: readonly Head[], language: Language | undefined): readonly string[] {
  return language === "es" ? header.map((head) => spanish[head]) : header;
}
