/** The words on the map itself; they come with it, not with the first screen. */
import { defineWords } from "#platform/web/words.ts";

export const mapWords = defineWords(
  {
    map: "Map of the courses",
    pin: (number: number, name: string, pot: string) => `${number}, ${name}, Jackpot: ${pot}`,
    jackpot: "Jackpot: ",
    directions: "Directions",
    newTab: "(opens in a new tab)",
    close: "Close",
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    twoFingers: "Move the map with two fingers.",
    sameInList: "The list below has every course.",
    notOnMap: (names: string) => `Not on the map yet: ${names}.`,
    outlines: "Outlines: U.S. Census Bureau.",
  },
  {
    map: "Mapa de los campos",
    pin: (number, name, pot) => `${number}, ${name}, Premio mayor: ${pot}`,
    jackpot: "Premio mayor: ",
    directions: "Cómo llegar",
    newTab: "(se abre en otra pestaña)",
    close: "Cerrar",
    zoomIn: "Acercar",
    zoomOut: "Alejar",
    twoFingers: "Mueve el mapa con dos dedos.",
    sameInList: "La lista de abajo tiene todos los campos.",
    notOnMap: (names) => `Aún no están en el mapa: ${names}.`,
    outlines: "Contornos: Oficina del Censo de EE. UU.",
  },
);
