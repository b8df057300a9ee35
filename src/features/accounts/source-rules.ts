/** The names of the sources of accounts, for the dashboard and the list of people. */
import type { Language } from "#platform/shared/language.ts";
import type { PeopleSource } from "./people-contract.ts";

export const sourceNames: Readonly<Record<Language, Readonly<Record<PeopleSource, string>>>> = {
  // The spec's labels; the last three are shown as they are given.
  en: {
    qr_code: "QR Code at Range",
    tee_time: "Tee Time Booking",
    pro_shop: "Pro Shop Recommendation",
    website: "Website Search",
    unknown: "Unknown/Not Specified",
    social_media: "social_media",
    friend_referral: "friend_referral",
    other: "Other",
  },
  es: {
    qr_code: "Código QR en el campo",
    tee_time: "Reserva de hora de salida",
    pro_shop: "Recomendación de la tienda",
    website: "Búsqueda en internet",
    unknown: "Desconocido o sin indicar",
    social_media: "Redes sociales",
    friend_referral: "Recomendación de un amigo",
    other: "Otro",
  },
};
