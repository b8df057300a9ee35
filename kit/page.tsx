/** The page itself: a section for each part, with the switches of theme and language over them. */
import { useSyncExternalStore } from "react";
import { type Caller, CallerContext } from "#platform/web/caller.tsx";
import { useTheme } from "#platform/web/theme.ts";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { ThemeToggle } from "#platform/web/ui/theme-toggle.tsx";
import { useLanguage, useWords } from "#platform/web/words.ts";
import { examples } from "./examples.ts";
import { sampleWords } from "./sample.ts";

const player: Caller = { id: "1", userId: "7K3M-Q9TV-26", name: "Robin Tester", role: "player" };

interface KitProps {
  /** The name of a component; without it all are shown. */
  part: string | undefined;
  /** Of that component; shown alone. */
  state: string | undefined;
}

export function Kit({ part, state }: KitProps) {
  const shown = Object.keys(examples).filter((name) => part === undefined || name === part);
  return (
    <CallerContext value={{ status: "signedIn", caller: player }}>
      {part !== undefined && state !== undefined ? (
        <Alone part={part} state={state} />
      ) : (
        <div className="min-h-dvh bg-paper p-5 text-ink sm:p-8">
          <header className="mb-8 flex flex-wrap items-center gap-5">
            <h1 className="mr-auto text-3xl font-extrabold tracking-tight">
              <a href="/">{part ?? "The ui kit"}</a>
            </h1>
            <div className="w-72">
              <ThemeToggle />
            </div>
            <div className="w-60">
              <LanguageToggle />
            </div>
          </header>
          {part === undefined && (
            <nav aria-label="Parts" className="mb-8 flex flex-wrap gap-x-4 gap-y-2">
              {shown.map((name) => (
                <a key={name} href={`#${name}`} className="font-semibold text-accent underline underline-offset-4">
                  {name}
                </a>
              ))}
            </nav>
          )}
          <main className="flex flex-col gap-12">
            {shown.map((name) => (
              <Part key={name} name={name} />
            ))}
          </main>
        </div>
      )}
    </CallerContext>
  );
}

/** Its states are drawn without an element around them, so that parts that fill the window can do so. */
function Alone({ part, state }: { part: string; state: string }) {
  const sample = useWords(sampleWords);
  const shown = examples[part]?.states(sample)[state];
  return shown ?? <p>{`There is no state ${state} of ${part}.`}</p>;
}

function Part({ name }: { name: string }) {
  const sample = useWords(sampleWords);
  const example = examples[name];
  if (!example) return null;
  return (
    <section id={name} data-alone={example.alone} aria-label={name} className="border-t border-line pt-4">
      <h2 className="mb-4 text-2xl font-bold">
        <a href={`?part=${name}`}>{name}</a>
      </h2>
      <div className="flex flex-wrap items-start gap-6">
        {Object.entries(example.states(sample)).map(([state, shown]) => (
          <figure key={state} data-state={state} className={example.alone === "desk" ? "w-full" : "w-full max-w-110"}>
            <figcaption className="mb-2 text-ink-soft">
              <a href={`?part=${name}&state=${encodeURIComponent(state)}`}>{state}</a>
            </figcaption>
            {example.alone ? <Window part={name} state={state} /> : shown}
          </figure>
        ))}
      </div>
    </section>
  );
}

/** A window of this page. It reads theme and language when it opens. */
function Window({ part, state }: { part: string; state: string }) {
  const [theme] = useTheme();
  const [language] = useLanguage();
  // An open dialog takes the focus, even from the page around its window, so it opens only when somebody scrolls to it.
  const hash = useSyncExternalStore(onHash, () => window.location.hash);
  const query = new URLSearchParams({ part, state });
  const isAsked = new URLSearchParams(window.location.search).has("part") || hash === `#${part}`;
  return isAsked ? (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- It is this page itself.
    <iframe
      key={`${theme} ${language}`}
      title={`${part}, ${state}`}
      src={`?${query}`}
      className="h-170 w-full rounded-card border border-line"
    />
  ) : (
    <a href={`#${part}`} className="font-semibold text-accent underline underline-offset-4">
      {`Show ${part}`}
    </a>
  );
}

function onHash(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
