import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { BallPackage } from "#features/courses/contract.ts";
import { PrizeType } from "./prize-type.tsx";

const offer = (packageType: BallPackage["packageType"], price: number) =>
  ({ id: price * 10, packageType, price, soldAt: null }) as unknown as BallPackage; // What the labels read.

const labels = (packages: readonly BallPackage[], priceFactor = 1) =>
  renderToString(
    <PrizeType course={{ priceFactor }} packages={packages} value="jackpot" onChange={() => undefined} />,
  ).replaceAll(/<[^>]*>/g, "");

test("the labels of the package types have the prices that are really sold at the course", () => {
  const sold = [offer("sponsored", 1), offer("sponsored", 3), offer("jackpot", 3), offer("jackpot", 10)];
  expect(labels(sold)).toContain("Sponsored Prizes ($1-$3)");
  expect(labels(sold)).toContain("Jackpot Packages ($3+)");
  const dearer = [offer("sponsored", 2), offer("sponsored", 4.5), offer("jackpot", 6)];
  expect(labels(dearer)).toContain("Sponsored Prizes ($2-$4.50)");
  expect(labels(dearer)).toContain("Jackpot Packages ($6+)");
  expect(labels(sold, 2)).toContain("Sponsored Prizes ($2-$6)");
  expect(labels([offer("sponsored", 2)])).toContain("Sponsored Prizes ($2)");
  expect(labels([])).not.toContain("(");
});
