/** /bay?course=1&bay=7, the link in a bay's QR code: chooses that course and bay, and continues with the packages. */
import { useEffect } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { bayOfQuery } from "#features/booking/rules.ts";
import { useSelections } from "#features/booking/web/selections.ts";
import { ScreenLoading } from "#main/web/guards.tsx";
import { paths } from "#platform/web/paths.ts";

export function BayPage() {
  const place = bayOfQuery(useSearch());
  const [chosen, choose] = useSelections();
  const [, go] = useLocation();
  const known = place && chosen.courseId === place.courseId && chosen.bayNumber === place.bayNumber;
  useEffect(() => {
    if (!place) return;
    if (known) go(paths.package(), { replace: true });
    else choose(place);
  }, [place, known, choose, go]);
  return place ? <ScreenLoading /> : <Redirect to={paths.course()} replace />;
}
