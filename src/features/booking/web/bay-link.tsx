/** `/bay?course&bay`, what a bay's QR code leads to: course and bay are chosen, what remains is the package. */
import { useEffect } from "react";
import { Redirect, useSearch } from "wouter";
import { paths } from "#platform/web/paths.ts";
import { useSelections } from "./selections.ts";

export function BayLink() {
  const search = new URLSearchParams(useSearch());
  const [selections, choose] = useSelections();
  const [courseId, bayNumber] = [numberOf(search.get("course")), numberOf(search.get("bay"))];
  const isChosen = selections.courseId === courseId && selections.bayNumber === bayNumber;
  useEffect(() => {
    if (!isChosen) choose({ courseId, bayNumber });
  }, [isChosen, choose, courseId, bayNumber]);
  if (courseId === undefined || bayNumber === undefined) return <Redirect to={paths.course()} replace />;
  return isChosen ? <Redirect to={paths.package()} replace /> : null;
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
