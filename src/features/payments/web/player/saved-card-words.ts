/** The words of saved cards: choosing one, saving one, and the list in the profile. */
import { defineWords } from "#platform/web/words.ts";

export const savedCardWords = defineWords(
  {
    ways: "How you pay",
    ending: (brand: string, last4: string) => `${brand} ending ${last4}`,
    someCard: "Card",
    other: "Another card or wallet",
    expired: (card: string) => `${card} has expired. Remove it in your profile.`,
    useAnother: "Use another card",
    nothingCharged: "Nothing was charged.",
    loading: "Loading your saved cards",
    save: "Save this card for next time",
    keptBy: (product: string) =>
      `The payment company keeps it, not ${product}. You can remove it in your profile at any time.`,
    title: "Saved cards",
    about: (product: string) => `The payment company keeps them. ${product} never sees their numbers.`,
    until: (date: string) => `Expires ${date}`,
    over: (date: string) => `Expired ${date}`,
    listFailed: "We could not load your saved cards",
    remove: "Remove",
    removeOne: (card: string) => `Remove ${card}`,
    removeAsk: (card: string) => `Remove ${card}?`,
    removeAbout:
      "It is no longer offered when you pay, and the payment company forgets it. Past payments stay as they are.",
    removing: "Removing...",
    removed: "Card removed",
    notRemoved: "The card was not removed",
    keep: "Keep it",
  },
  {
    ways: "Cómo pagas",
    ending: (brand, last4) => `${brand} terminada en ${last4}`,
    someCard: "Tarjeta",
    other: "Otra tarjeta o billetera",
    expired: (card) => `${card} está vencida. Quítala en tu perfil.`,
    useAnother: "Usar otra tarjeta",
    nothingCharged: "No se cobró nada.",
    loading: "Cargando tus tarjetas guardadas",
    save: "Guardar esta tarjeta para la próxima vez",
    keptBy: (product) => `La guarda la empresa de pagos, no ${product}. Puedes quitarla en tu perfil cuando quieras.`,
    title: "Tarjetas guardadas",
    about: (product) => `Las guarda la empresa de pagos. ${product} nunca ve sus números.`,
    until: (date) => `Vence ${date}`,
    over: (date) => `Venció ${date}`,
    listFailed: "No pudimos cargar tus tarjetas guardadas",
    remove: "Quitar",
    removeOne: (card) => `Quitar ${card}`,
    removeAsk: (card) => `¿Quitar ${card}?`,
    removeAbout: "Ya no se ofrece cuando pagas, y la empresa de pagos la olvida. Los pagos anteriores no cambian.",
    removing: "Quitando...",
    removed: "Tarjeta quitada",
    notRemoved: "La tarjeta no se quitó",
    keep: "Conservarla",
  },
);

const brands: Readonly<Record<string, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** `Visa ending 4242`. */
export function cardName(
  { brand, last4 }: { brand: string; last4: string },
  words: Pick<(typeof savedCardWords)["en"], "ending" | "someCard">,
): string {
  return words.ending(brands[brand] ?? words.someCard, last4);
}

/** `05/30`. */
export function expiryText({ expMonth, expYear }: { expMonth: number; expYear: number }): string {
  return `${String(expMonth).padStart(2, "0")}/${String(expYear % 100).padStart(2, "0")}`;
}
