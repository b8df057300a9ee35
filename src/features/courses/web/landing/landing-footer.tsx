/** The footer: links that show by toast where to write to. Without scripts they open the mail program. */
import { useFrame } from "#platform/web/frame.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { notify } from "#platform/web/ui/toast.tsx";
import { useWords } from "#platform/web/words.ts";
import { landingWords } from "./landing-words.ts";

const groups = [
  { title: "support", links: ["helpCenter", "contactUs"] },
  { title: "partners", links: ["forRanges", "forSponsors"] },
  { title: "legal", links: ["privacy", "terms", "prizeRules"] },
] as const;

export function LandingFooter() {
  const { productName, contactEmail } = useFrame();
  const words = useWords(landingWords);
  return (
    <footer className="mx-auto flex max-w-280 flex-col gap-8 px-5 pt-10 pb-[max(2.5rem,env(safe-area-inset-bottom))] sm:px-8">
      <div className="grid gap-8 sm:grid-cols-3">
        {groups.map(({ title, links }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 id={`footer-${title}`} className="text-xl font-bold">
              {words[title]}
            </h2>
            <ul>
              {links.map((link) => (
                <li key={link}>
                  <a
                    href={`mailto:${contactEmail}?subject=${encodeURIComponent(words[link])}`}
                    className="inline-flex min-h-12 items-center text-accent underline decoration-2 underline-offset-4"
                    onClick={(event) => {
                      event.preventDefault();
                      notify({ title: words[link], description: words.writeTo(contactEmail), duration: 5000 });
                    }}
                  >
                    {words[link]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <div className="min-w-0">
          <p className="font-display text-xl font-extrabold tracking-tight wrap-anywhere">{productName}</p>
          <a
            href={`mailto:${contactEmail}`}
            className="inline-flex min-h-12 items-center text-accent underline decoration-2 underline-offset-4 wrap-anywhere"
          >
            {contactEmail}
          </a>
        </div>
        <div className="w-64 max-w-full noscript:hidden">
          <LanguageToggle />
        </div>
      </div>
    </footer>
  );
}
