import type { ReactNode } from 'react';
import { CONTROL_CLASS } from '#platform/web/ui/form/field-frame.tsx';

type ChipSetProps = {
  legend: string;
  children: ReactNode;
  more: ReactNode;
  moreLabel: string;
  note?: ReactNode;
};

/** The rarer ones are folded, without a script. */
export function ChipSet({ legend, children, more, moreLabel, note }: ChipSetProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
      <details>
        <summary className="inline-flex min-h-11 items-center text-sm font-semibold text-primary underline underline-offset-4">
          {moreLabel}
        </summary>
        <div className="flex flex-wrap gap-2 pt-1">{more}</div>
      </details>
      {note}
    </fieldset>
  );
}

type FilterSelectProps = {
  name: string;
  label: string;
  chosen: string;
  /** Value and text. */
  options: readonly (readonly [string, string])[];
};

export function FilterSelect({ name, label, chosen, options }: FilterSelectProps) {
  return (
    <label className="grid min-w-0 gap-1.5 font-semibold">
      {label}
      <select name={name} defaultValue={chosen} className={`${CONTROL_CLASS} px-3 font-normal`}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
