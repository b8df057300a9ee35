import { Copy } from "lucide-react";
import type { ComponentProps } from "react";
import type { RouteDef } from "#platform/shared/route.ts";
import { paths } from "#platform/web/paths.ts";
import { AskedFile } from "#platform/web/ui/asked-file.tsx";
import {
  Button,
  ButtonLink,
  type ButtonSize,
  type ButtonVariant,
  FileLink,
  IconButton,
} from "#platform/web/ui/button.tsx";
import type { Examples } from "../examples.ts";
import { nothing } from "../kept.tsx";
import type { Sample } from "../sample.ts";

const variants = Object.keys({
  primary: true,
  secondary: true,
  quiet: true,
  gold: true,
  danger: true,
} satisfies Record<ButtonVariant, true>) as ButtonVariant[]; // Its keys are no others.
const sizes = Object.keys({ small: true, medium: true, bay: true } satisfies Record<ButtonSize, true>) as ButtonSize[]; // As above.

function all(sample: Sample, more: Omit<ComponentProps<typeof Button>, "ref">) {
  return (
    <div className="flex flex-wrap gap-3">
      {variants.map((variant) => (
        <Button key={variant} variant={variant} onClick={nothing} {...more}>
          {variant === "danger" ? sample.remove : sample.pay}
        </Button>
      ))}
    </div>
  );
}

const peopleFile: RouteDef = {
  method: "GET",
  path: "/api/people.csv",
  permission: "admin",
  summary: "A file of a list that is searched by a person's name.",
  aside: ["search"],
  replies: {},
  file: "text/csv",
};

export const examples: Examples = {
  Button: {
    states: (sample) => ({
      variants: all(sample, {}),
      busy: all(sample, { busy: true }),
      "busy, with a text": all(sample, { busy: sample.paying }),
      disabled: all(sample, { disabled: true }),
      sizes: (
        <div className="flex flex-col items-start gap-3">
          {sizes.map((size) => (
            <Button key={size} size={size} onClick={nothing}>
              {sample.pay}
            </Button>
          ))}
        </div>
      ),
      wide: (
        <Button wide onClick={nothing}>
          {sample.pay}
        </Button>
      ),
    }),
  },
  ButtonLink: {
    states: (sample) => ({
      variants: (
        <div className="flex flex-wrap gap-3">
          {variants.map((variant) => (
            <ButtonLink key={variant} variant={variant} href={paths.home()}>
              {sample.play}
            </ButtonLink>
          ))}
        </div>
      ),
    }),
  },
  AskedFile: {
    states: () => ({
      "a search that may name a person": (
        <AskedFile route={peopleFile} query={{ search: "Ann" }}>
          CSV
        </AskedFile>
      ),
      "no search": (
        <AskedFile route={peopleFile} query={{}}>
          CSV
        </AskedFile>
      ),
    }),
  },
  FileLink: {
    states: () => ({
      "a file": (
        <FileLink href="/api/report.pdf" variant="secondary" size="small">
          PDF
        </FileLink>
      ),
    }),
  },
  IconButton: {
    states: (sample) => ({
      "on paper": (
        <IconButton label={sample.copied} onClick={nothing}>
          <Copy aria-hidden className="size-6" />
        </IconButton>
      ),
      "on the green band": (
        <div className="rounded-card bg-fairway p-3 text-on-fairway">
          <IconButton label={sample.copied} onClick={nothing}>
            <Copy aria-hidden className="size-6" />
          </IconButton>
        </div>
      ),
    }),
  },
};
