import { type ReactNode, useEffect, useRef } from "react";

/**
 * Scrolls to its content when that appears, because the player may be at the end of a long form. The effect has braces
 * because scrolling returns a promise in newer browsers, which React would take for the effect's clean-up.
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
