/** A screen with only a message and links: 404, 403, and after an unexpected error. */
import type { ReactNode } from "react";
import { PlayerColumn } from "./player-shell.tsx";
import { ScreenTitle } from "./title.tsx";

interface MessageScreenProps {
  /** A drawing over the title. */
  picture?: ReactNode;
  /** The page's title; `heading` replaces it on the page. */
  title: string;
  heading?: string;
  text: string;
  /** Buttons and links. */
  children: ReactNode;
}

export function MessageScreen({ picture, title, heading, text, children }: MessageScreenProps) {
  return (
    <PlayerColumn>
      <main
        id="content"
        tabIndex={-1}
        className="flex flex-1 flex-col items-center justify-center gap-5 px-6 py-16 text-center focus:outline-none"
      >
        {picture}
        <ScreenTitle title={title}>{heading}</ScreenTitle>
        <p className="text-ink-soft">{text}</p>
        {children}
      </main>
    </PlayerColumn>
  );
}
