/** A payment that our server refused before anything was charged: why, and what to do next. It stays on the page. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { courseRoutes } from "#features/courses/contract.ts";
import { type ApiError, messageOf } from "#platform/web/api.ts";
import { paths } from "#platform/web/paths.ts";
import { keyOf } from "#platform/web/query.ts";
import { Banner } from "#platform/web/ui/banner.tsx";
import { ButtonLink } from "#platform/web/ui/button.tsx";
import { priceText } from "#platform/web/ui/money.tsx";
import { defineWords, useWords } from "#platform/web/words.ts";
import type { Checkout } from "./checkout.ts";
import { InView } from "./in-view.tsx";
import { isOpen } from "./kept-payment.ts";

const refusedWords = defineWords(
  {
    nothingCharged: "Nothing was charged.",
    newPrice: (price: string) => `It costs ${price} now. Nothing was charged.`,
    closed: "This course is closed at the moment",
    chooseAgain: "Choose again",
  },
  {
    nothingCharged: "No se cobró nada.",
    newPrice: (price) => `Ahora cuesta ${price}. No se cobró nada.`,
    closed: "Este campo está cerrado por ahora",
    chooseAgain: "Elegir de nuevo",
  },
);

/** Refusals of what was chosen: another choice is the way on. */
const ofChoice = /^(courses|booking)\.|^payments\.price_too_low$|^play\.bay_taken$/;

export function RefusedPayment({ refused, checkout }: { refused: ApiError; checkout: Checkout }) {
  const words = useWords(refusedWords);
  const queries = useQueryClient();
  const { code } = refused;
  const again = ofChoice.test(code);
  useEffect(() => {
    // What is on sale has changed since this page read it. The next page reads it again; this one keeps its names.
    if (again)
      for (const route of [courseRoutes.listCourses, courseRoutes.listPackages])
        void queries.invalidateQueries({ queryKey: keyOf(route), refetchType: "none" });
  }, [again, queries]);
  const { sessionData, packageInfo } = checkout;
  return (
    <InView>
      <Banner
        tone="danger"
        title={code === "courses.not_found" ? words.closed : messageOf(refused)}
        actions={
          // In the game the choice is on the same sheet.
          again &&
          sessionData.purchaseContext !== "buy_more_balls" && (
            <ButtonLink href={paths.package()} size="small">
              {words.chooseAgain}
            </ButtonLink>
          )
        }
      >
        {code === "payments.price_changed"
          ? words.newPrice(priceText(packageInfo.price))
          : !isOpen(refused) && words.nothingCharged}
      </Banner>
    </InView>
  );
}
