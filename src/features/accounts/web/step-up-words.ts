/** The words of the question for a fresh proof. */
import { defineWords } from "#platform/web/words.ts";

export const stepUpWords = defineWords(
  {
    title: "Is it you?",
    why: "This matters, so we make sure that it is you. For ten minutes after that you are not asked again.",
    sending: "Sending you a code...",
    sent: "We mailed you a code with 6 digits.",
    notSent: "We could not ask you",
    again: "Try again",
    code: "Code",
    sixDigits: "Enter the code with 6 digits",
    thisBrowser: "It works in this browser only.",
    confirm: "Confirm",
    checking: "Checking...",
    newCode: "Send a new code",
    passkey: "Confirm with your passkey",
    passkeyAbout: "Use the passkey that you sign in with.",
    noPasskeys: "This browser cannot use your passkey at this address.",
  },
  {
    title: "¿Eres tú?",
    why: "Esto es importante, así que nos aseguramos de que eres tú. Durante los diez minutos siguientes no se te vuelve a preguntar.",
    sending: "Te estamos enviando un código...",
    sent: "Te enviamos por correo un código de 6 dígitos.",
    notSent: "No pudimos preguntarte",
    again: "Intentar otra vez",
    code: "Código",
    sixDigits: "Escribe el código de 6 dígitos",
    thisBrowser: "Solo sirve en este navegador.",
    confirm: "Confirmar",
    checking: "Revisando...",
    newCode: "Enviar un código nuevo",
    passkey: "Confirmar con tu llave de acceso",
    passkeyAbout: "Usa la llave de acceso con la que entras.",
    noPasskeys: "Este navegador no puede usar tu llave de acceso en esta dirección.",
  },
);
