/** Parts of a whole as a list of bars with their figures. */
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Path } from "#platform/shared/addresses/address.ts";

export interface Share {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** 0 to 100. */
  percentage: number;
  /** The list of its rows. */
  href?: Path | undefined;
}

export function ShareRows({ shares }: { shares: readonly Share[] }) {
  return (
    <dl className="flex flex-col gap-4">
      {shares.map(({ key, label, value, percentage, href }) => (
        <div key={key} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
          <dt className="wrap-anywhere">{label}</dt>
          <dd className="tabular text-right font-semibold">
            {href === undefined ? (
              value
            ) : (
              <Link href={href} className="underline decoration-edge underline-offset-4 hover:text-accent">
                {value}
              </Link>
            )}{" "}
            <span className="font-normal text-ink-soft">({percentText(percentage)})</span>
          </dd>
          <dd aria-hidden data-bar className="col-span-2 h-2.5 overflow-hidden rounded-full bg-sunk">
            <div className="h-full rounded-full bg-accent" style={{ width: `${Math.min(100, percentage)}%` }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `41.7%`. */
export function percentText(percentage: number): string {
  return `${percentage.toLocaleString("en-US")}%`;
}
