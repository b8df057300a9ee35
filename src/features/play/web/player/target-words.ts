/** The words of the holes and their prizes. */
import { defineWords } from "#platform/web/words.ts";

export const targetWords = defineWords(
  {
    twoFlags: "Two flags, two prizes",
    threeFlags: "Three flags, three prizes",
    jackpotPrize: "Jackpot prize",
    sponsoredPrize: "Sponsored prize",
  },
  {
    twoFlags: "Dos banderas, dos premios",
    threeFlags: "Tres banderas, tres premios",
    jackpotPrize: "Premio mayor",
    sponsoredPrize: "Premio patrocinado",
  },
);
