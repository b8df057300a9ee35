import { type ReactNode, useEffect, useRef } from "react";

/**
 * Scrolls to what it shows when that appears: the player may stand at the foot of a long form. The effect has braces because newer browsers' scrolling
 * gives a promise, which React would take for the effect's clean-up.
 */
export function InView({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={place} className="scroll-mt-6">
      {children}
    </div>
  );
}
