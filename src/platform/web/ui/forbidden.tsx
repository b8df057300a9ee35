/** The 403 screen for every screen that is not for everyone. */
import { useCaller } from "../caller.tsx";
import { paths } from "../paths.ts";
import { useWords } from "../words.ts";
import { ButtonLink } from "./button.tsx";
import { DeskMessage } from "./desk-message.tsx";
import { deskShellWords } from "./desk-shell-words.ts";
import { forbiddenWords } from "./forbidden-words.ts";
import { MessageScreen } from "./message-screen.tsx";

/** @param who the people who may open the screen */
export function Forbidden({ who }: { who: "staff" | "admin" }) {
  const words = useWords(forbiddenWords);
  const { forStaff } = useWords(deskShellWords);
  if (useCaller().role === "staff") return <DeskMessage title={words.forAdmins}>{forStaff}</DeskMessage>;
  return (
    <MessageScreen
      title={words.title}
      heading={who === "admin" ? words.forAdmins : words.forStaff}
      text={words.about}
      picture={
        <svg aria-hidden viewBox="0 0 240 130" className="w-60">
          <ellipse cx="120" cy="116" rx="112" ry="12" fill="var(--tint)" />
          <path d="M44 62q76 44 152 0" fill="none" stroke="var(--edge)" strokeWidth="5" strokeLinecap="round" />
          <path d="M44 116V40M196 116V40" stroke="var(--accent)" strokeWidth="8" strokeLinecap="round" />
          <circle cx="44" cy="34" r="9" fill="var(--gold)" />
          <circle cx="196" cy="34" r="9" fill="var(--gold)" />
          <circle cx="120" cy="106" r="10" fill="#fdfbf4" stroke="var(--edge)" strokeWidth="2.5" />
        </svg>
      }
    >
      <ButtonLink href={paths.claims()}>{words.claims}</ButtonLink>
      <ButtonLink href={paths.orders()} variant="secondary">
        {words.receipts}
      </ButtonLink>
      <ButtonLink href={paths.home()} variant="quiet">
        {words.back}
      </ButtonLink>
    </MessageScreen>
  );
}
