/** The words of a bay's QR code. */
import { defineWords } from "#platform/web/words.ts";

export const bayWords = defineWords(
  {
    scan: "Scan the bay's code",
    scanShort: "Scan",
    set: (bay: number) => `Bay ${bay} it is`,
    otherCourse: "The code is of another course, which is now chosen.",
  },
  {
    scan: "Escanea el código de la bahía",
    scanShort: "Escanea",
    set: (bay) => `Bahía ${bay}`,
    otherCourse: "El código es de otro campo, que ahora está elegido.",
  },
);
