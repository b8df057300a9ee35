/** Our colours for Stripe's fields, which are frames that our style sheet does not reach. */
import type { Appearance } from "@stripe/stripe-js";

/** The present colour of one of our tokens, light or dark, as `rgb(...)`. */
function colourOf(place: HTMLElement, token: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${token})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The appearance of Elements (https://docs.stripe.com/elements/appearance-api) at a place of the page. */
export function stripeLooks(place: HTMLElement): Appearance {
  const colour = (token: string) => colourOf(place, token);
  return {
    theme: "flat",
    variables: {
      colorPrimary: colour("accent"),
      colorBackground: colour("card"),
      colorText: colour("ink"),
      colorTextSecondary: colour("ink-soft"),
      colorTextPlaceholder: colour("edge"),
      colorDanger: colour("danger"),
      fontFamily: "system-ui, sans-serif",
      fontSizeBase: "18px",
      spacingUnit: "5px",
      borderRadius: "12px",
    },
    rules: {
      ".Input": { border: `1px solid ${colour("edge")}`, boxShadow: "none" },
      ".Input:focus": { border: `1px solid ${colour("focus")}`, outline: `2px solid ${colour("focus")}` },
      ".AccordionItem": { border: `1px solid ${colour("line")}` },
    },
  };
}
