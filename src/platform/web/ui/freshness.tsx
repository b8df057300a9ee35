/** Shows how old the data is: staff must see when it is out of date. */
import { useNow } from "./time.ts";
import { listWords } from "./list-words.ts";
import { useWords } from "../words.ts";

/** After this many missed refreshes the data counts as stale. */
const MISSED = 3;

interface FreshnessProps {
  /** Milliseconds since 1970; 0 before the first answer. */
  updatedAt: number;
  /** Seconds from one refresh to the next. */
  every?: number;
  /** The first answer has failed. */
  failed?: boolean;
}

/** 'updated 2 s ago', amber when stale. */
export function Freshness({ updatedAt, every = 3, failed = false }: FreshnessProps) {
  const words = useWords(listWords);
  const now = useNow(1000);
  if (updatedAt === 0) return <span>{failed ? words.notLoaded : words.loadingNow}</span>;
  const seconds = Math.max(0, Math.round((now - updatedAt) / 1000));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  if (seconds <= MISSED * every) return <span className="tabular whitespace-nowrap">{words.updated(age)}</span>;
  return (
    <span className="tabular whitespace-nowrap rounded-full bg-gold-tint px-3 py-1 font-semibold text-gold-text">
      {words.stale(age)}
    </span>
  );
}
