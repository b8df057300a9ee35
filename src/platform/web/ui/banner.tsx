/** A notice within the page. */
import { CircleAlert, CircleCheck, Info, Trophy, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useOnline } from "../online.ts";
import { useWords } from "../words.ts";
import { cx } from "./cx.ts";
import { kitWords } from "./words.ts";

const tones = {
  info: { looks: "bg-tint", Icon: Info, icon: "text-accent" },
  warning: { looks: "bg-gold-tint", Icon: CircleAlert, icon: "text-gold-text" },
  success: { looks: "bg-tint", Icon: CircleCheck, icon: "text-accent" },
  danger: { looks: "bg-danger-tint", Icon: CircleAlert, icon: "text-danger" },
  gold: { looks: "bg-gold text-on-gold", Icon: Trophy, icon: "" },
  offline: { looks: "bg-gold-tint", Icon: WifiOff, icon: "text-gold-text" },
} as const;

interface BannerProps {
  tone?: keyof typeof tones;
  title?: ReactNode;
  children?: ReactNode;
  /** Buttons under the text. */
  actions?: ReactNode;
  /** Screen readers read it when it appears: `polite` for news, `assertive` for what stops the player. */
  live?: "polite" | "assertive";
}

export function Banner({ tone = "info", title, children, actions, live }: BannerProps) {
  const { looks, Icon, icon } = tones[tone];
  return (
    <div
      {...(live ? { role: live === "assertive" ? "alert" : "status" } : {})}
      className={cx("flex gap-3 rounded-card p-4", looks)}
    >
      <Icon aria-hidden className={cx("mt-0.5 size-6 shrink-0", icon)} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {title && <p className="font-bold">{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}

/** Shown while the device is offline. */
export function OfflineBanner({ children }: { children?: ReactNode }) {
  const { offline } = useWords(kitWords);
  return useOnline() ? null : (
    <Banner tone="offline" live="polite">
      {children ?? offline}
    </Banner>
  );
}
