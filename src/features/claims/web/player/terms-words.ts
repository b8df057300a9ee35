/** The words of the terms. A change needs a new version (accounts/terms-rules.ts). */
import { defineWords } from "#platform/web/words.ts";

export const termsWords = defineWords(
  {
    title: "Terms and prize rules",
    since: (day: string) => `In force since ${day}`,

    account: "Your account",
    account1: "Give your own name, and an email address and phone number at which we can reach you.",
    account2: "Anyone may play. Cash prizes are for players of 18 and over: we ask for your age before we pay one.",
    account3: "You can change your data, download it, and delete your account on your profile.",

    paying: "Paying and playing",
    paying1: "The price that you see before you pay is the price that you pay.",
    paying2:
      "You have 2 minutes for each ball, from the start of your session. Balls that are left when the time is over are not given back.",
    paying3:
      "A package that is paid and never started can be refunded on request, and is refunded by itself after 30 days. If a payment goes through and the session cannot start, you get your money back.",
    paying4:
      "The free tee time shot is one shot a day with your own ball, for players with a tee time that day. We verify the tee time with the course before a prize is paid.",
    paying5: "At the range, its rules and what its staff say come first.",

    prizes: "Prizes",
    prizes1:
      "The left and the right hole give prizes of sponsors, the middle hole gives the cash jackpot. The page of each course's prizes says what can be won there.",
    prizes2:
      "A prize is yours once your claim is verified. The course checks each claim, and may reject one that it cannot verify.",
    prizes3: "Claim only what you hit yourself.",

    data: "Your data",
    data1:
      "We keep what you tell us, what you buy, hit and claim, and the devices on which you sign in, to run the game and to answer for the money. Card numbers go to the payment service; we keep the last four digits.",
    data2:
      "We name you as a winner, with first name and initial, only if you agree. When you delete your account, what money must be answered for stays, without your name.",

    changes: "Changes",
    changes1:
      "These terms may change. Each version has the day from which it holds. With your account we keep the version that you accepted, and with each purchase and free shot the version of that day, which is the one that counts for it.",
    changes2: (email: string) => `Questions? Write to ${email}.`,
  },
  {
    title: "Condiciones y reglas de los premios",
    since: (day) => `En vigor desde el ${day}`,

    account: "Tu cuenta",
    account1: "Da tu propio nombre, y un correo y un teléfono donde podamos contactarte.",
    account2:
      "Cualquiera puede jugar. Los premios en efectivo son para mayores de 18 años: te preguntamos la edad antes de pagar uno.",
    account3: "En tu perfil puedes cambiar tus datos, descargarlos y eliminar tu cuenta.",

    paying: "Pagar y jugar",
    paying1: "El precio que ves antes de pagar es el que pagas.",
    paying2:
      "Tienes 2 minutos por cada bola desde que empieza tu sesión. Las bolas que quedan cuando se acaba el tiempo no se devuelven.",
    paying3:
      "Un paquete pagado que nunca empezó se puede reembolsar si lo pides, y se reembolsa automáticamente a los 30 días. Si el pago pasa y la sesión no puede empezar, recibes tu dinero.",
    paying4:
      "El tiro gratis es un tiro al día con tu propia bola, para jugadores con hora de salida ese día. Verificamos la hora de salida con el campo antes de pagar un premio.",
    paying5: "En el campo valen primero sus reglas y lo que diga su personal.",

    prizes: "Premios",
    prizes1:
      "Los hoyos izquierdo y derecho dan premios de patrocinadores; el central, el premio mayor en efectivo. La página de premios de cada campo dice qué se puede ganar allí.",
    prizes2:
      "Un premio es tuyo cuando tu reclamo se verifica. El campo revisa cada reclamo y puede rechazar el que no pueda verificar.",
    prizes3: "Reclama solo lo que acertaste tú.",

    data: "Tus datos",
    data1:
      "Guardamos lo que nos dices, lo que compras, tiras y reclamas, y los dispositivos en que inicias sesión, para que el juego funcione y para responder por el dinero. Los números de tarjeta van al servicio de pagos; nosotros guardamos los últimos cuatro dígitos.",
    data2:
      "Te nombramos como ganador, con nombre e inicial, solo si estás de acuerdo. Si eliminas tu cuenta, queda aquello por lo que hay que responder con dinero, sin tu nombre.",

    changes: "Cambios",
    changes1:
      "Estas condiciones pueden cambiar. Cada versión tiene el día desde el que vale. Con tu cuenta guardamos la versión que aceptaste, y con cada compra y cada tiro gratis la versión de ese día, que es la que cuenta para ellos.",
    changes2: (email) => `¿Preguntas? Escribe a ${email}.`,
  },
);
