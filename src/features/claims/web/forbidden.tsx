import { paths } from "#platform/web/paths.ts";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { PlayerColumn } from "#platform/web/ui/player-shell.tsx";
import { ScreenTitle } from "#platform/web/ui/title.tsx";

/** 403: a rope across the way. */
export function Forbidden() {
  return (
    <PlayerColumn>
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center gap-5 px-6 py-16 text-center focus:outline-none"
      >
        <svg aria-hidden viewBox="0 0 240 130" className="w-60">
          <ellipse cx="120" cy="116" rx="112" ry="12" fill="var(--tint)" />
          <path d="M44 62q76 44 152 0" fill="none" stroke="var(--edge)" strokeWidth="5" strokeLinecap="round" />
          <path d="M44 116V40M196 116V40" stroke="var(--accent)" strokeWidth="8" strokeLinecap="round" />
          <circle cx="44" cy="34" r="9" fill="var(--gold)" />
          <circle cx="196" cy="34" r="9" fill="var(--gold)" />
          <circle cx="120" cy="106" r="10" fill="#fdfbf4" stroke="var(--edge)" strokeWidth="2.5" />
        </svg>
        <ScreenTitle title="No access">403: for the course's staff</ScreenTitle>
        <p className="text-ink-soft">Your account may not see this page. Your own claims are under My Claims.</p>
        <ButtonLink href={paths.claims()}>My Claims</ButtonLink>
        <ButtonLink href={paths.app()} variant="quiet">
          Back to the game
        </ButtonLink>
      </main>
    </PlayerColumn>
  );
}
