/** The words while the map loads, and when it does not come. */
import { defineWords } from "#platform/web/words.ts";

export const mapFrameWords = defineWords(
  {
    loading: "Loading the map",
    failedTitle: "The map did not load",
    failed: "The list below has every course, its address and its jackpot.",
    again: "Try again",
  },
  {
    loading: "Cargando el mapa",
    failedTitle: "El mapa no cargó",
    failed: "La lista de abajo tiene todos los campos, con su dirección y su premio mayor.",
    again: "Intentar de nuevo",
  },
);
