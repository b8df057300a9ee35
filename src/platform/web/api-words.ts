import { defineWords } from "./words.ts";

/** The words when the server could not answer. */
export const apiWords = defineWords(
  {
    broken: "We could not read the answer. Try again, or reload the page.",
    unreachable: "We cannot reach the server. Check your connection and try again.",
    unreadable: "Something went wrong. Please try again in a moment.",
    wrong: "Something went wrong",
  },
  {
    broken: "No pudimos leer la respuesta. Inténtalo de nuevo o vuelve a cargar la página.",
    unreachable: "No podemos conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.",
    unreadable: "Algo salió mal. Inténtalo de nuevo en un momento.",
    wrong: "Algo salió mal",
  },
);
