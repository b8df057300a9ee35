/** The words of a group's rows, which load with them. */
import { defineWords } from "#platform/web/words.ts";

export const groupWords = defineWords(
  {
    whoHits: "Balls for each player",
    splitEvenly: "Split evenly",
    youAre: (name: string) => `You, ${name}`,
    balls: "Balls",
    bay: "Bay",
    yourBalls: "Your balls",
    yourBay: "Your bay number",
    ballsFor: (name: string) => `Balls for ${name}`,
    bayFor: (name: string) => `Bay number for ${name}`,
    addFriend: "Add a friend",
    friend: (n: number) => `Friend ${n}`,
    nameOrId: "Name or player ID",
    scanFriend: "Scan your friend's code",
    removeFriend: (name: string) => `Remove ${name}`,
    unverified: "We could not find this player ID. Your friend plays as a guest.",
  },
  {
    whoHits: "Bolas de cada jugador",
    splitEvenly: "Repartir por igual",
    youAre: (name) => `Tú, ${name}`,
    balls: "Bolas",
    bay: "Bahía",
    yourBalls: "Tus bolas",
    yourBay: "Tu número de bahía",
    ballsFor: (name) => `Bolas para ${name}`,
    bayFor: (name) => `Número de bahía para ${name}`,
    addFriend: "Agregar un amigo",
    friend: (n) => `Amigo ${n}`,
    nameOrId: "Nombre o ID de jugador",
    scanFriend: "Escanea el código de tu amigo",
    removeFriend: (name) => `Quitar a ${name}`,
    unverified: "No pudimos verificar este ID de jugador. Tu amigo juega como invitado.",
  },
);
