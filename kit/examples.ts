/** The examples of each part of the kit that the page shows. */
import type { ReactNode } from "react";
import type { Sample } from "./sample.ts";

interface Example {
  /** Each state has a window of its own: the part fills the window, covers the page or takes the focus. */
  alone?: "phone" | "desk";
  /** The part by the name of its state. Player parts take their texts from `sample`; desk parts are in English only. */
  states: (sample: Sample) => Readonly<Record<string, ReactNode>>;
}

/** By the name of the component that they show. */
export type Examples = Readonly<Record<string, Example>>;

const modules = import.meta.glob<{ examples: Examples }>("./parts/*.tsx", { eager: true });

export const examples: Examples = Object.fromEntries(
  Object.values(modules)
    .flatMap((module) => Object.entries(module.examples))
    .toSorted(([one], [other]) => one.localeCompare(other)),
);
