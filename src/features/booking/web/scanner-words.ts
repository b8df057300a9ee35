/** The words of the scanner of QR codes, which loads when it is opened. */
import { defineWords } from "#platform/web/words.ts";

export const scannerWords = defineWords(
  {
    picture: "The camera's picture",
    noCamera: "The camera cannot be used",
    allow: "Allow the camera for this page.",
    noReader: "The scanner did not load",
    reopen: "Check your connection and open it again.",

    bayAim: "Point the camera at the QR code on your bay.",
    bayOther: "That code is not of a bay. Look for the one on your bay.",
    bayByHand: "You can also choose the bay's number by hand.",
    friendAim: "Point the camera at the QR code on your friend's profile.",
    friendOther: "That is no player ID of a friend. It is at the top of your friend's profile.",
    friendByHand: "You can also type your friend's name or player ID.",
  },
  {
    picture: "La imagen de la cámara",
    noCamera: "No se puede usar la cámara",
    allow: "Permite la cámara en esta página.",
    noReader: "El lector no se cargó",
    reopen: "Revisa tu conexión y ábrelo otra vez.",

    bayAim: "Apunta la cámara al código QR de tu bahía.",
    bayOther: "Ese código no es de una bahía. Busca el que está en la tuya.",
    bayByHand: "También puedes elegir a mano el número de la bahía.",
    friendAim: "Apunta la cámara al código QR del perfil de tu amigo.",
    friendOther: "Ese no es el ID de jugador de un amigo. Está arriba en su perfil.",
    friendByHand: "También puedes escribir el nombre o el ID de jugador de tu amigo.",
  },
);
