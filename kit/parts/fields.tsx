import { SelectField, TextArea, TextField } from "#platform/web/ui/field.tsx";
import { Stepper } from "#platform/web/ui/stepper.tsx";
import { Switch } from "#platform/web/ui/switch.tsx";
import type { Examples } from "../examples.ts";
import { Kept, nothing } from "../kept.tsx";

export const examples: Examples = {
  TextField: {
    states: (sample) => ({
      empty: <TextField label={sample.email} type="email" />,
      filled: <TextField label={sample.email} type="email" defaultValue="robin@example.com" />,
      "with a hint, optional": <TextField label={sample.email} optional hint={sample.emailHint} />,
      refused: <TextField label={sample.email} defaultValue="robin@" error={sample.emailProblem} />,
      disabled: <TextField label={sample.email} disabled defaultValue="robin@example.com" />,
      "a date": <TextField label={sample.today} type="date" />,
    }),
  },
  TextArea: {
    states: (sample) => ({
      filled: <TextArea label={sample.about} defaultValue={sample.text} />,
      "with a hint, optional": <TextArea label={sample.about} optional hint={sample.lead} />,
      refused: <TextArea label={sample.about} error={sample.emailProblem} />,
    }),
  },
  SelectField: {
    states: (sample) => ({
      chosen: (
        <SelectField label={sample.hole}>
          <option>{sample.longTitle}</option>
          <option>{sample.package}</option>
        </SelectField>
      ),
      "with a hint, optional": (
        <SelectField label={sample.hole} optional hint={sample.lead}>
          <option>{sample.package}</option>
        </SelectField>
      ),
      refused: (
        <SelectField label={sample.hole} error={sample.emailProblem}>
          <option>{sample.package}</option>
        </SelectField>
      ),
      disabled: (
        <SelectField label={sample.hole} disabled>
          <option>{sample.package}</option>
        </SelectField>
      ),
    }),
  },
  Stepper: {
    states: (sample) => ({
      "in between": (
        <Kept<number | undefined> start={7}>
          {(value, change) => <Stepper label={sample.balls} value={value} onChange={change} max={20} />}
        </Kept>
      ),
      empty: (
        <Kept<number | undefined> start={undefined}>
          {(value, change) => <Stepper label={sample.balls} value={value} onChange={change} min={1} max={20} />}
        </Kept>
      ),
      "at its least, with a hint": (
        <Stepper label={sample.balls} value={0} onChange={nothing} max={20} hint={sample.lead} />
      ),
      "at its most, refused": (
        <Stepper label={sample.balls} value={20} onChange={nothing} max={20} error={sample.tooMany} />
      ),
      "in a narrow place": (
        <div className="w-36">
          <Stepper label={sample.bayNumber} short={sample.bay} value={100} onChange={nothing} max={100} />
        </div>
      ),
      "label read out only": <Stepper label={sample.balls} hideLabel value={3} onChange={nothing} max={20} />,
    }),
  },
  Switch: {
    states: (sample) => ({
      on: (
        <Kept start={true}>
          {(on, change) => <Switch label={sample.alerts} hint={sample.alertsHint} checked={on} onChange={change} />}
        </Kept>
      ),
      off: <Kept start={false}>{(on, change) => <Switch label={sample.alerts} checked={on} onChange={change} />}</Kept>,
      disabled: <Switch label={sample.alerts} hint={sample.alertsHint} checked disabled onChange={nothing} />,
    }),
  },
};
