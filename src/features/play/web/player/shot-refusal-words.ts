/** The words for shots that the server refused. */
import { defineWords } from "#platform/web/words.ts";

export const shotRefusalWords = defineWords(
  {
    undoFailed: "Could not undo the shot",
    shotFailed: "Error recording shot",
    recordingError: "Recording Error",
    mainPlayer: "main player",
    friendNumber: (n: number) => `Friend ${n}`,
    failedFor: (who: string) => `Failed to record shot for ${who}`,
  },
  {
    undoFailed: "No se pudo deshacer el tiro",
    shotFailed: "Error al registrar el tiro",
    recordingError: "Error de registro",
    mainPlayer: "el jugador principal",
    friendNumber: (n) => `el amigo ${n}`,
    failedFor: (who) => `No se pudo registrar el tiro de ${who}`.replace("de el ", "del "),
  },
);
