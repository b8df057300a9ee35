import { frameWords } from "#main/web/words.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { MessageScreen } from "#platform/web/ui/message-screen.tsx";
import { paths } from "#platform/web/paths.ts";
import { useWords } from "#platform/web/words.ts";

/** 404: a ball in the long grass. */
export function NotFoundScreen() {
  const words = useWords(frameWords);
  return (
    <MessageScreen
      title={words.notFound}
      heading={words.rough}
      text={words.noPage}
      picture={
        <svg aria-hidden viewBox="0 0 240 150" className="w-60">
          <ellipse cx="120" cy="132" rx="112" ry="14" fill="var(--tint)" />
          <circle cx="120" cy="102" r="26" fill="#fdfbf4" stroke="var(--edge)" strokeWidth="3" />
          <g fill="var(--edge)">
            <circle cx="112" cy="92" r="2.4" />
            <circle cx="124" cy="90" r="2.4" />
            <circle cx="132" cy="100" r="2.4" />
            <circle cx="118" cy="102" r="2.4" />
          </g>
          <path
            d="M34 136q4-52-14-84 30 30 30 84zM66 138q-4-66 16-104-4 50 8 104zM100 140q-2-28-14-46 22 14 30 46zM138 140q6-36 24-50-10 22-6 50zM168 138q-4-60-22-92 36 36 40 92zM200 136q2-44 22-70-10 34-2 70z"
            fill="var(--turf-a)"
          />
        </svg>
      }
    >
      <ButtonLink href={paths.home()}>{words.backToTee}</ButtonLink>
    </MessageScreen>
  );
}
