import { languageNames, languages, useLanguage, useWords } from "../words.ts";
import { Segmented } from "./choice.tsx";
import { kitWords } from "./words.ts";

/** Each language has its own name, for people who cannot read the other. */
const options = languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }));

/** English or Spanish; the choice is kept on the device. */
export function LanguageToggle() {
  const [language, setLanguage] = useLanguage();
  return <Segmented legend={useWords(kitWords).language} options={options} value={language} onChange={setLanguage} />;
}
