/** In place of a free shot that cannot be had today: why, when the next one is, and the way to the packages. */
import { paths } from "#platform/web/paths.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useWords } from "#platform/web/words.ts";
import { defineWords } from "#platform/web/words.ts";

const freeGoneWords = defineWords(
  {
    title: "No free shot today",
    used: "You have had today's free shot",
    refused: "Free shot not available yet. Please wait before trying again or choose a paid package.",
    next: "The next one is tomorrow.",
    packages: "Choose a package",
  },
  {
    title: "Hoy no hay tiro gratis",
    used: "Ya usaste el tiro gratis de hoy",
    refused:
      "El tiro gratis todavía no está disponible. Espera antes de intentarlo otra vez o elige un paquete de pago.",
    next: "El próximo es mañana.",
    packages: "Elegir un paquete",
  },
);

export function FreeGone({ why }: { why: "used" | "refused" }) {
  const words = useWords(freeGoneWords);
  return (
    <PlayerShell
      title={words.title}
      step={{ now: 3, of: 3 }}
      back={paths.package()}
      footer={
        <ButtonLink href={paths.package()} size="bay" wide>
          {words.packages}
        </ButtonLink>
      }
    >
      <Banner title={words[why]} live="polite">
        {words.next}
      </Banner>
    </PlayerShell>
  );
}
