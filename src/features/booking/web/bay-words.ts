/** The words of a bay's QR code. */
import { defineWords } from "#platform/web/words.ts";

export const bayWords = defineWords(
  {
    scan: "Scan the bay's code",
    picture: "The camera's picture",
    aim: "Point the camera at the QR code on your bay.",
    otherCode: "That code is not of a bay. Look for the one on your bay.",
    noCamera: "The camera cannot be used",
    noCameraAbout: "Allow the camera for this page, or choose the bay's number by hand.",
    noReader: "The scanner did not load",
    noReaderAbout: "Check your connection and open it again, or choose the bay's number by hand.",
    set: (bay: number) => `Bay ${bay} it is`,
    otherCourse: "The code is of another course, which is now chosen.",
  },
  {
    scan: "Escanea el código de la bahía",
    picture: "La imagen de la cámara",
    aim: "Apunta la cámara al código QR de tu bahía.",
    otherCode: "Ese código no es de una bahía. Busca el que está en la tuya.",
    noCamera: "No se puede usar la cámara",
    noCameraAbout: "Permite la cámara en esta página o elige a mano el número de la bahía.",
    noReader: "El lector no se cargó",
    noReaderAbout: "Revisa tu conexión y ábrelo otra vez, o elige a mano el número de la bahía.",
    set: (bay) => `Bahía ${bay}`,
    otherCourse: "El código es de otro campo, que ahora está elegido.",
  },
);
