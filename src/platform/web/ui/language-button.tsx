/** Switches the desk to the other language, from the header of each of its screens. */
import { languageNames, languages, useLanguage } from "../words.ts";

export function LanguageButton() {
  const [language, setLanguage] = useLanguage();
  const other = languages.find((one) => one !== language) ?? language;
  return (
    <button
      type="button"
      // Named in its own language, for people who cannot read the present one.
      lang={other}
      title={languageNames[other]}
      onClick={() => setLanguage(other)}
      className="inline-flex size-12 shrink-0 items-center justify-center rounded-full font-bold uppercase transition-colors hover:bg-current/12"
    >
      <span aria-hidden>{other}</span>
      <span className="sr-only">{languageNames[other]}</span>
    </button>
  );
}
