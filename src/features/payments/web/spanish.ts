/** The Spanish of what the server and the gateway say about payments, and of its contract's sentences. */
import { refundReasons } from "#features/payments/refund-reason-rules.ts";
import type { refuse } from "#features/payments/contract.ts";
import type { refuse as refuseCard } from "#features/payments/saved-card-contract.ts";
import type { SpanishSentences } from "#platform/web/translate.ts";

export const paymentSpanish = {
  codes: {
    "payments.too_many_declined": "Se rechazaron varios pagos. Espera unos minutos o paga en el campo.",
    "payments.fields_missing": "Completa todos los campos de pago",
    "payments.card_invalid": "Este número de tarjeta no es válido",
    "payments.expiry_invalid": "Revisa la fecha de vencimiento: MM/AA, y que no haya pasado",
    "payments.cvv_invalid": "Revisa el CVV: 3 o 4 dígitos",
    "payments.zip_invalid": "Revisa el código postal de facturación: 5 dígitos",
    "payments.free_package": "El tiro gratis no se paga. Empiézalo con tu hora de salida.",
    "payments.price_changed": "El precio cambió. Revisa el nuevo total.",
    "payments.open_order": "Otro pago tuyo se está verificando todavía. Espera un momento.",
    "payments.given_back": "Tu sesión no se pudo empezar, así que tu dinero va de vuelta a ti.",
    "payments.price_too_low": "Este paquete cuesta aquí menos de lo que se puede cobrar. Elige otro.",
    "payments.waiting_disputed":
      "Ya pagaste este paquete aquí, y tu banco está decidiendo sobre una disputa de ese pago. Elige otro paquete hasta que se decida.",
    "payments.disputed":
      "El banco está decidiendo sobre una disputa de este pago. Hasta entonces no se reembolsa un pedido que no se empezó.",
    "payments.reversed": "Tu banco recuperó este pago, así que ya no se puede usar. Puedes comprar de nuevo.",
    "payments.waiting_order": "Ya pagaste este paquete aquí. Empieza tu sesión.",
    "payments.not_waiting": "Este pago ya no se puede detener. Espera un momento a ver cómo termina.",
    "payments.not_captured": "Por este pedido no se cobró nada, así que no hay nada que reembolsar",
    "payments.claim_stands":
      "Un reclamo de este pedido está en revisión o verificado. Decide primero el reclamo; un pedido ganado no se reembolsa.",
    "payments.nothing_left": "Todo el dinero de este pedido ya se devolvió",
    "payments.refund_too_much": "Eso es más de lo que queda por reembolsar",
    "payments.not_held": "Ningún reembolso del servicio de pago retiene ya los reclamos de este pedido",
    "payments.refund_not_found": "No existe ese reembolso",
    "payments.refund_not_failed": "Este reembolso no ha fallado",
    "payments.challenge_over": "Este pago ya no espera una confirmación",
    "payments.payout_over": "No existe ese pago al banco, o ya se ha devuelto",
    "payments.dispute_over": "No existe esa disputa abierta",
    "payments.forged_event": "Este aviso no está firmado por el servicio de pagos",
    "payments.gateway_away": "El servicio de pagos no responde ahora. Inténtalo de nuevo en un momento.",
    "payments.card_refused":
      "Los datos de la tarjeta se escriben en los campos del servicio de pagos. Vuelve a cargar la página e inténtalo de nuevo.",
    "payments.saved_card_not_found": "Esta tarjeta ya no está guardada. Usa otra tarjeta.",
    "payments.saved_card_expired": "Esta tarjeta está vencida. Usa otra tarjeta.",
  } satisfies Record<Parameters<typeof refuse>[0] | Parameters<typeof refuseCard>[0], string>,
  sentences: {
    "Please fill in all payment fields": "Completa todos los campos de pago",
    "Please ensure all selections are made": "Revisa que todo esté elegido",
    "The amount is missing": "Falta el monto",
    "A reason is required": "Escribe un motivo",
    "Your session has started.": "Tu sesión empezó.",
    "Start your session when you are ready.": "Empieza tu sesión cuando quieras.",
    ...refundReasons,
    "Payment processing failed": "No se pudo procesar el pago",
    // The gateway's reasons, as orders store them.
    "Your card was declined. Please use another one.": "Tu tarjeta fue rechazada. Usa otra.",
    "Your card has insufficient funds.": "Tu tarjeta no tiene fondos suficientes.",
    "Your card has expired.": "Tu tarjeta está vencida.",
    "Your card's security code is incorrect.": "El código de seguridad de tu tarjeta no es correcto.",
    "The card could not be processed. Please try again.": "No se pudo procesar la tarjeta. Inténtalo de nuevo.",
    "The payment did not go through. You were not charged.": "El pago no pasó. No se te cobró.",
    "The card details have expired. Please enter them again.":
      "Los datos de la tarjeta vencieron. Escríbelos de nuevo.",
    "This card is not saved any more. Please use another card.": "Esta tarjeta ya no está guardada. Usa otra tarjeta.",
    "Your bank did not get your confirmation. You were not charged.":
      "Tu banco no recibió tu confirmación. No se te cobró.",
    "Your wallet declined the payment. Please pay another way.": "Tu billetera rechazó el pago. Paga de otra forma.",
    "Your card number is incorrect.": "El número de tu tarjeta no es correcto.",
    "Your billing ZIP does not match your card.": "El código postal no coincide con el de tu tarjeta.",
    "Your card's expiry date is incorrect.": "La fecha de vencimiento de tu tarjeta no es correcta.",
    "Your card's limit is reached. Please use another one.": "Tu tarjeta llegó a su límite. Usa otra.",
    "Your card does not support this purchase. Please use another one.": "Tu tarjeta no admite esta compra. Usa otra.",
    "Your bank could not be reached. Please try again.": "No se pudo contactar a tu banco. Inténtalo de nuevo.",
    "The payment service does not accept this payment. You were not charged.":
      "El servicio de pagos no acepta este pago. No se te cobró.",
  },
} satisfies SpanishSentences;
