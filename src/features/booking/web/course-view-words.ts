/** The words around the list and the map of courses. */
import { defineWords } from "#platform/web/words.ts";

export const courseViewWords = defineWords(
  {
    view: "Show the courses as",
    list: "List",
    map: "Map",
    googleMaps: "Google Maps",
    nearMe: "Near me",
    asking: "Finding you",
    nearest: "Nearest first",
    noLocation: "We could not find where you are. Allow location in your browser, or choose from the list.",
  },
  {
    view: "Ver los campos como",
    list: "Lista",
    map: "Mapa",
    googleMaps: "Google Maps",
    nearMe: "Cerca de mí",
    asking: "Buscando tu ubicación",
    nearest: "Primero los más cercanos",
    noLocation: "No pudimos encontrar tu ubicación. Permítela en tu navegador o elige de la lista.",
  },
);
