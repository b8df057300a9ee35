/** The frame of the booking steps: greeting, progress, Back, and the scroll position of each step. */
import { useEffect, type ReactNode } from "react";
import { useGreeting } from "#platform/web/caller.tsx";
import { useFrame } from "#platform/web/frame.tsx";
import type { Path } from "#platform/shared/addresses/address.ts";
import type { Step } from "#platform/shared/addresses/players.ts";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { clearProblem } from "#platform/web/ui/toast.tsx";
import { nav } from "./selections.ts";

interface WizardShellProps {
  step: Step;
  title: string;
  lead?: ReactNode;
  back?: Path;
  footer?: ReactNode;
  children: ReactNode;
}

export function WizardShell({ step, title, lead, back, footer, children }: WizardShellProps) {
  const { bookingNotices } = useFrame();
  const greeting = useGreeting();
  useEffect(clearProblem, [step]);
  useEffect(() => {
    const y = nav.read().scrollPositions[step];
    if (y) window.scrollTo(0, y);
    nav.step(step);
    let last = window.scrollY;
    const follow = () => {
      last = window.scrollY;
    };
    const save = () => nav.scrolled(step, last);
    window.addEventListener("scroll", follow, { passive: true });
    window.addEventListener("pagehide", save);
    return () => {
      window.removeEventListener("scroll", follow);
      window.removeEventListener("pagehide", save);
      save();
    };
  }, [step]);
  return (
    <PlayerShell
      title={title}
      lead={lead}
      greeting={greeting}
      step={{ now: step, of: 3 }}
      {...(back ? { back } : {})}
      footer={footer}
    >
      {bookingNotices}
      {children}
    </PlayerShell>
  );
}
