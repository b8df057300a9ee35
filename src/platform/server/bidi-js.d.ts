/** The library has no types of its own. These are the functions that we use. */
declare module "bidi-js" {
  interface Bidi {
    /** A level for each UTF-16 unit. */
    getEmbeddingLevels(text: string, base: "ltr" | "rtl"): { levels: Uint8Array };
    /** Null for a sign that has no mirrored form. */
    getMirroredCharacter(sign: string): string | null;
  }
  export default function createBidi(): Bidi;
}
