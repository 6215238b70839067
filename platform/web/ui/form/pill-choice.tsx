import { type ReactNode, useId } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { FieldNotes, type FieldText } from './field-frame.tsx';

type Pill<Value extends string> = {
  value: Value;
  label: ReactNode;
  note?: ReactNode;
  disabled?: boolean;
};

type PillChoiceProps<Value extends string> = {
  legend: ReactNode;
  hideLegend?: boolean;
  /** Null: nothing chosen yet. */
  value: Value | null;
  pills: readonly Pill<Value>[];
  onChange: (value: Value) => void;
  /** `flow`: each as wide as its text. `even`: one row of equal pills. `week`: seven, in two rows on a phone. `row`: low, scrolls. */
  layout?: 'flow' | 'even' | 'week' | 'row';
} & Pick<FieldText, 'hint' | 'error'>;

const LAYOUTS = {
  flow: 'flex flex-wrap gap-2',
  even: 'grid auto-cols-fr grid-flow-col gap-2 max-[19rem]:flex max-[19rem]:flex-wrap *:grow [&>label]:px-1 max-[19rem]:[&>label]:px-3',
  week: 'grid grid-cols-4 gap-2 sm:grid-cols-7',
  row: 'flex gap-2 overflow-x-auto [scrollbar-width:none] [&>label]:min-h-11 [&>label]:shrink-0',
};

/** A small radio group in a row, for a few short choices beside something else. */
export function PillChoice<Value extends string>({
  legend,
  hideLegend = false,
  value,
  pills,
  onChange,
  layout = 'flow',
  hint,
  error,
}: PillChoiceProps<Value>) {
  const group = useId();
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={error ? `${group}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-semibold'}>{legend}</legend>
      <div className={LAYOUTS[layout]}>
        {pills.map((pill) => (
          <label
            key={pill.value}
            className={classNames(
              'relative grid min-h-12 place-content-center justify-items-center rounded-2xl border border-control bg-surface px-3 py-1.5 text-center leading-tight',
              'has-checked:border-primary has-checked:bg-primary-soft has-checked:ring-1 has-checked:ring-primary has-checked:ring-inset',
              'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
              pill.disabled
                ? 'border-dashed bg-transparent text-ink-soft'
                : 'hover:bg-primary-soft',
            )}
          >
            <input
              type="radio"
              name={group}
              value={pill.value}
              checked={pill.value === value}
              disabled={pill.disabled}
              onChange={() => onChange(pill.value)}
              className="absolute inset-0 cursor-[inherit] appearance-none rounded-2xl outline-none"
            />
            <span className="font-semibold">{pill.label}</span>
            {pill.note && <span className="text-sm font-normal text-ink-soft">{pill.note}</span>}
          </label>
        ))}
      </div>
      <FieldNotes id={group} hint={hint} error={error} />
    </fieldset>
  );
}
