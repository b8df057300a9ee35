/** `/terms`: the terms of the game and the rules of its prizes. Prerendered; readable without scripts. */
import { TERMS_IN_FORCE } from "#features/accounts/terms-rules.ts";
import { useFrame } from "#platform/web/frame.tsx";
import { paths } from "#platform/web/paths.ts";
import { dayText } from "#platform/web/ui/day-text.ts";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { PlayerShell } from "#platform/web/ui/player-shell.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { prizeRules, prizeRuleWords } from "./prize-rule-words.ts";
import { termsWords } from "./terms-words.ts";

export function TermsScreen() {
  const { contactEmail } = useFrame();
  const words = useWords(termsWords);
  const ruleWords = useWords(prizeRuleWords);
  const [language] = useLanguage();
  return (
    <PlayerShell
      title={words.title}
      lead={words.since(dayText(TERMS_IN_FORCE, language))}
      back={paths.home()}
      account={false}
    >
      <Topic title={words.account} points={[words.account1, words.account2, words.account3]} />
      <Topic
        title={words.paying}
        points={[words.paying1, words.paying2, words.paying3, words.paying4, words.paying5]}
      />
      <Topic title={words.prizes} points={[words.prizes1, words.prizes2, words.prizes3]} />
      <Topic title={ruleWords.rules} points={prizeRules(ruleWords, true)} />
      <Topic title={words.data} points={[words.data1, words.data2]} />
      <Topic title={words.changes} points={[words.changes1, words.changes2(contactEmail)]} />
      <LanguageToggle />
    </PlayerShell>
  );
}

function Topic({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <section>
      <h2 className="mb-3 text-2xl font-bold tracking-tight">{title}</h2>
      <ol className="flex list-decimal flex-col gap-3 pl-7 marker:font-bold">
        {points.map((point) => (
          <li key={point} className="pl-1 wrap-anywhere">
            {point}
          </li>
        ))}
      </ol>
    </section>
  );
}
