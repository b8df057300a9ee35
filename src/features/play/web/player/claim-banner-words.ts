import { defineWords } from "#platform/web/words.ts";

export const claimBannerWords = defineWords(
  { claimUntil: "Hit something? Claim until", claim: "Claim Your Prize", bay: (n: number) => `Bay ${n}` },
  { claimUntil: "¿Acertaste? Reclama antes de", claim: "Reclama tu premio", bay: (n) => `Bahía ${n}` },
);
