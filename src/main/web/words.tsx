/** The words of the frame around the rooms. */
import { defineWords } from "#platform/web/words.ts";

export const frameWords = defineWords(
  {
    loading: "Loading…",
    wrong: "Something went wrong",
    crashed: "This screen could not be shown. Your session and your payments are safe with us: load the page again.",
    reload: "Reload",
    notFound: "Page not found",
    rough: "404: lost in the rough",
    noPage: "There is no page at this address. Take a drop and play on.",
    backToTee: "Back to the tee",
  },
  {
    loading: "Cargando…",
    wrong: "Algo salió mal",
    crashed:
      "Esta pantalla no se pudo mostrar. Tu sesión y tus pagos están a salvo con nosotros: vuelve a cargar la página.",
    reload: "Volver a cargar",
    notFound: "Página no encontrada",
    rough: "404: perdida en el rough",
    noPage: "No hay ninguna página en esta dirección. Toma un drop y sigue jugando.",
    backToTee: "Volver al tee",
  },
);

/** The names of screens while they load, by their addresses. */
export const titleWords = defineWords(
  {
    course: "Select Your Course",
    package: "Choose Your Package & Bay",
    app: "Book Your Balls",
    bay: "Your bay",
    checkout: "Checkout",
    game: "Your game",
    prizes: "Prizes",
    profile: "Profile",
    claims: "My Claims",
    orders: "My Receipts",
    receipt: "Receipt",
  },
  {
    course: "Elige tu campo",
    package: "Elige tu paquete y tu bahía",
    app: "Reserva tus bolas",
    bay: "Tu bahía",
    checkout: "Pago",
    game: "Tu juego",
    prizes: "Premios",
    profile: "Perfil",
    claims: "Mis reclamos",
    orders: "Mis recibos",
    receipt: "Recibo",
  },
);
