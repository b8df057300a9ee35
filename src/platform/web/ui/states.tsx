/** The states of a screen without content: loading, empty, failed. */
import { RotateCcw, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { ApiError, messageOf } from "../api.ts";
import { onFoundAgain } from "../online.ts";
import { useTranslated } from "../translate.ts";
import { useWords } from "../words.ts";
import { Button } from "./button.tsx";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

/** A grey shape for content that loads; give it the content's size (`h-24 w-full`). */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("animate-shimmer rounded-card bg-sunk", className)} />;
}

/** The skeletons of a screen, with one sentence for screen readers. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" className={cx("flex flex-col gap-4", className)}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}

/** The room of lines of text that load, so that what is below them does not move when they come. */
export function TextRoom({ lines = 1 }: { lines?: number }) {
  return (
    <span aria-hidden className="whitespace-pre">
      {Array.from({ length: lines }, () => "\u00a0").join("\n")}
    </span>
  );
}

interface EmptyStateProps {
  /** A drawing or icon. */
  art?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ art, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      {art}
      <p className="font-display text-2xl font-bold">{title}</p>
      {children && <div className="max-w-prose text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** Try again, which it also does by itself when the server is back; without it there is no button. */
  onRetry?: () => void;
  /** What failed: "We could not load the courses". */
  title?: string;
  /** A link to where the others are, in place of Try again if the server has nothing of this name. */
  elsewhere?: ReactNode;
}

function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.isNetworkFailure;
}

/** @example if (courses.error) return <ErrorState error={courses.error} onRetry={() => void courses.refetch()} title="…" />; */
export function ErrorState({ error, onRetry, title, elsewhere }: ErrorStateProps) {
  const words = useWords(kitWords);
  const translated = useTranslated();
  const offline = isLost(error);
  const isUnknown = error instanceof ApiError && error.status === 404 && elsewhere !== undefined;
  const message = error instanceof ApiError ? translated(error.message, error.code) : messageOf(error);
  const again = useEffectEvent(() => onRetry?.());
  useEffect(() => (isLost(error) ? onFoundAgain(() => again()) : undefined), [error]);
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      {offline && <WifiOff aria-hidden className="size-10 text-ink-soft" />}
      <p className="font-display text-2xl font-bold">{isUnknown ? message : (title ?? words.failed)}</p>
      {!isUnknown && <p className="max-w-prose text-ink-soft">{message}</p>}
      {isUnknown && <div className="mt-3">{elsewhere}</div>}
      {onRetry && !isUnknown && (
        <Button variant="secondary" onClick={onRetry} className="mt-3">
          <RotateCcw aria-hidden className="size-5" />
          {words.again}
        </Button>
      )}
    </div>
  );
}
