/** Buttons, and links that look like them. */
import { Download, LoaderCircle } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";
import { cx } from "./cx.ts";

/** `primary`: one for each screen; `gold`: only for the prize; `danger`: for what cannot be undone. */
export type ButtonVariant = "primary" | "secondary" | "quiet" | "gold" | "danger";
/** 44, 56 and 72 px high: `bay` is for a gloved thumb in the sun. */
export type ButtonSize = "small" | "medium" | "bay";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong shadow-card",
  secondary: "bg-card text-ink border-2 border-edge hover:border-accent hover:text-accent",
  quiet: "text-accent underline decoration-2 underline-offset-4 decoration-transparent hover:decoration-current",
  gold: "bg-gold text-on-gold hover:bg-gold-strong shadow-card",
  danger: "bg-danger text-on-danger hover:opacity-90",
};
const sizes: Record<ButtonSize, string> = {
  small: "min-h-11 px-4 py-1.5 rounded-xl",
  medium: "min-h-14 px-6 py-1.5 rounded-2xl text-lg",
  bay: "min-h-18 px-6 rounded-3xl text-xl",
};
/** On paper nothing can be pressed. */
const base =
  "print:hidden inline-flex items-center justify-center gap-2 text-center font-semibold leading-tight select-none transition-[background-color,border-color,color,scale] duration-150 active:scale-[0.98]";
const off =
  "disabled:text-ink-soft disabled:border-transparent disabled:shadow-none disabled:active:scale-100 disabled:no-underline";

interface Looks {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Fills the width (the default on player screens' action bars). */
  wide?: boolean;
}

function looksOf({ variant = "primary", size = "medium", wide = false }: Looks): string {
  return cx(base, variants[variant], sizes[size], wide && "w-full");
}

interface ButtonProps extends Looks, Omit<ComponentProps<"button">, "aria-busy"> {
  /** While busy the button keeps its focus and ignores clicks; a text replaces the label ("Processing..."). */
  busy?: boolean | string;
}

/** @example <Button size="bay" wide busy={paying && "Processing..."} onClick={pay}>Pay $5</Button> */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const isBusy = busy !== false;
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy}
      {...(isBusy ? { "aria-disabled": true } : {})}
      className={cx(
        looksOf({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) }),
        off,
        variant !== "quiet" && "disabled:bg-sunk",
        isBusy && "opacity-80",
        className,
      )}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />}
      {typeof busy === "string" ? busy : children}
    </button>
  );
}

interface ButtonLinkProps extends Looks {
  href: Path;
  className?: string;
  children: ReactNode;
}

/** A link to a screen of the app that looks like a button. */
export function ButtonLink({ href, className, children, ...looks }: ButtonLinkProps) {
  return (
    <Link href={href} className={cx(looksOf(looks), className)}>
      {children}
    </Link>
  );
}

interface FileLinkProps extends Looks {
  /** The address of an API route that answers with a file. */
  href: string;
  className?: string;
  children: ReactNode;
}

/** A link that saves a file from the server and looks like a button. */
export function FileLink({ href, className, children, ...looks }: FileLinkProps) {
  return (
    <a href={href} download className={cx(looksOf(looks), className)}>
      <Download aria-hidden className="size-5 shrink-0" />
      {children}
    </a>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label"> {
  /** The name for screen readers and the tooltip. */
  label: string;
}

/** A round 48 px button with only an icon. It takes the colour of its surroundings. */
export function IconButton({ label, className, children, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        "print:hidden inline-flex size-12 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-current/12",
        className,
      )}
    >
      {children}
    </button>
  );
}
