/** The game without a connection: what becomes of the shots, and of an end that waits. */
import { OfflineBanner } from "#platform/web/ui/banner.tsx";
import { defineWords, useWords } from "#platform/web/words.ts";
import { gameWords } from "./game-words.ts";

const offlineWords = defineWords(
  {
    offlineDone: "You are offline. What this device keeps goes out when the connection is back.",
    offline: "You are offline. Play on: your shots are kept on this device and go out when the connection is back.",
    endingWhenSentText: "Your session ends as soon as your shots are sent. You can close this page.",
  },
  {
    offlineDone: "No tienes conexión. Lo que guarda este dispositivo se envía cuando vuelva la conexión.",
    offline:
      "No tienes conexión. Sigue jugando: tus tiros se guardan en este dispositivo y se envían cuando vuelva la conexión.",
    endingWhenSentText: "Tu sesión termina en cuanto se envíen tus tiros. Puedes cerrar esta página.",
  },
);

interface OfflineNoticeProps {
  /** No ball is left to be hit. */
  done: boolean;
  isEnding: boolean;
}

export function OfflineNotice({ done, isEnding }: OfflineNoticeProps) {
  const words = useWords(offlineWords);
  const { endingWhenSent } = useWords(gameWords);
  return (
    <OfflineBanner>
      {isEnding ? (
        <>
          <strong className="block">{endingWhenSent}</strong>
          {words.endingWhenSentText}
        </>
      ) : done ? (
        words.offlineDone
      ) : (
        words.offline
      )}
    </OfflineBanner>
  );
}
