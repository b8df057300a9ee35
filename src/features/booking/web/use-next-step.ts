/** The way to the wizard's next screen. */
import { useRef } from "react";
import { useLocation } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";

/**
 * Goes to the next screen after the tap's own picture. To draw a whole screen takes a slow phone longer than one picture,
 * and until then the button would not look pressed.
 * @returns ignores a second tap that comes before that picture
 */
export function useNextStep(): (to: Path) => void {
  const [, go] = useLocation();
  const isGoing = useRef(false);
  return (to) => {
    if (isGoing.current) return;
    isGoing.current = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        isGoing.current = false;
        go(to);
      }),
    );
  };
}
