/** The words of a group's players. */
import { defineWords } from "#platform/web/words.ts";

export const playerWords = defineWords(
  {
    players: "Players",
    shotTakenBy: (name: string) => `Shot Taken by ${name}`,
    done: "Done",
    you: "(you)",
    someNotSent: (n: number) => `${n} saved, not sent`,
  },
  {
    players: "Jugadores",
    shotTakenBy: (name) => `Tiro hecho por ${name}`,
    done: "Listo",
    you: "(tú)",
    someNotSent: (n) => (n === 1 ? "1 guardado, sin enviar" : `${n} guardados, sin enviar`),
  },
);
