import { Chips } from "#platform/web/ui/chips.tsx";
import { OptionCard, Options, Segmented } from "#platform/web/ui/choice.tsx";
import { LanguageButton } from "#platform/web/ui/language-button.tsx";
import { LanguageToggle } from "#platform/web/ui/language-toggle.tsx";
import { StatusBadge } from "#platform/web/ui/progress.tsx";
import { ThemeToggle } from "#platform/web/ui/theme-toggle.tsx";
import type { Examples } from "../examples.ts";
import { Kept, nothing } from "../kept.tsx";

export const examples: Examples = {
  Options: {
    states: (sample) => ({
      "with its legend": (
        <Kept start="one">
          {(chosen, choose) => (
            <Options legend={sample.hole}>
              {["one", "two"].map((id) => (
                <OptionCard
                  key={id}
                  name="with-legend"
                  checked={id === chosen}
                  onChoose={() => choose(id)}
                  title={sample.package}
                  aside="$5"
                />
              ))}
            </Options>
          )}
        </Kept>
      ),
      "legend read out only": (
        <Options legend={sample.hole} hideLegend>
          <OptionCard name="without-legend" checked onChoose={nothing} title={sample.package} aside="$5" />
        </Options>
      ),
    }),
  },
  OptionCard: {
    states: (sample) => ({
      chosen: (
        <OptionCard
          name="chosen"
          checked
          onChoose={nothing}
          title={sample.package}
          description={sample.packageAbout}
          aside="$5"
        />
      ),
      "not chosen, with all that it can have": (
        <OptionCard
          name="other"
          checked={false}
          onChoose={nothing}
          title={sample.longTitle}
          description={sample.packageAbout}
          aside="$1,200.50"
          badge={
            <span className="self-start">
              <StatusBadge tone="good">{sample.popular}</StatusBadge>
            </span>
          }
        />
      ),
      disabled: <OptionCard name="off" checked={false} disabled onChoose={nothing} title={sample.package} aside="$5" />,
    }),
  },
  Segmented: {
    states: (sample) => {
      const options = [
        { value: "single", label: sample.single },
        { value: "group", label: sample.group },
      ];
      return {
        "legend read out only": (
          <Kept start="single">
            {(value, change) => <Segmented legend={sample.hole} options={options} value={value} onChange={change} />}
          </Kept>
        ),
        "with its legend": (
          <Segmented legend={sample.hole} showLegend options={options} value="group" onChange={nothing} />
        ),
      };
    },
  },
  Chips: {
    states: () => ({
      "usual reasons": <Chips label="Usual reasons" answers={["Lightning", "Ball machine stuck"]} onPick={nothing} />,
    }),
  },
  ThemeToggle: { states: () => ({ "as chosen": <ThemeToggle /> }) },
  LanguageToggle: { states: () => ({ "as chosen": <LanguageToggle /> }) },
  LanguageButton: {
    states: () => ({
      "in the header of the desk": (
        <div className="w-fit rounded-xl bg-fairway text-on-fairway">
          <LanguageButton />
        </div>
      ),
    }),
  },
};
