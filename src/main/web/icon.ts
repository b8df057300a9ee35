/**
 * The component of an icon, in the build in place of the one of lucide-react (src/main/build/lean.ts), which is a kilobyte
 * larger: it knows a context, sizes and widths of strokes that nothing here uses.
 */
import { createElement, type SVGAttributes } from "react";

interface Drawing {
  node: readonly (readonly [tag: string, attributes: SVGAttributes<SVGElement>])[];
}

/** @param drawing the lines of an icon, as lucide-react has them */
// oxlint-disable-next-line import/no-default-export -- the module that it replaces has one
export default function createIcon({ node }: Drawing) {
  return function Icon({ strokeWidth = 2, ...props }: SVGAttributes<SVGElement>) {
    const isNamed = "role" in props || Object.keys(props).some((name) => name.startsWith("aria-"));
    return createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: 24,
        height: 24,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        "aria-hidden": isNamed ? undefined : true,
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
