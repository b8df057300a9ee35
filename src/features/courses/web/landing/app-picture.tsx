/** Pictures of the app in a phone, in the reader's language. `npm run screens -- --landing` takes them. */
import { useLanguage } from "#platform/web/words.ts";
import claimEn from "./pictures/claim-en.webp";
import claimEs from "./pictures/claim-es.webp";
import courseEn from "./pictures/course-en.webp";
import courseEs from "./pictures/course-es.webp";
import gameEn from "./pictures/game-en.webp";
import gameEs from "./pictures/game-es.webp";
import packageEn from "./pictures/package-en.webp";
import packageEs from "./pictures/package-es.webp";

const files = {
  course: { en: courseEn, es: courseEs },
  package: { en: packageEn, es: packageEs },
  game: { en: gameEn, es: gameEs },
  claim: { en: claimEn, es: claimEs },
};

export function AppPicture({ name, alt }: { name: keyof typeof files; alt: string }) {
  const [language] = useLanguage();
  return (
    <img
      src={files[name][language]}
      alt={alt}
      width={390}
      height={844}
      loading="lazy"
      decoding="async"
      draggable={false}
      className="block h-auto w-64 max-w-full shrink-0 rounded-[2.25rem] border-8 border-fairway-deep bg-paper shadow-[0_24px_48px_-16px_rgb(0_0_0/60%)]"
    />
  );
}
