import { type ReactNode, useId } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';
import { FieldNotes } from './field-frame.tsx';

export type Choice<Value extends string> = {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  /** Short, on the right: a price, "3 places left". */
  detail?: ReactNode;
  disabled?: boolean;
};

type ChoiceCardsProps<Value extends string> = {
  legend: ReactNode;
  /** Null: nothing chosen yet. */
  value: Value | null;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
  hint?: ReactNode;
  error?: string | null;
  hideLegend?: boolean;
  /** Columns from 640 px; one below that. */
  columns?: 1 | 2 | 3;
};

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

/** A radio group of cards. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { legend, value, choices, onChange, hint, error, hideLegend = false, columns = 2 } = props;
  const id = useId();
  return (
    <fieldset
      className="grid min-w-0 gap-2"
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-semibold'}>{legend}</legend>
      <div className={classNames('grid gap-3', COLUMNS[columns])}>
        {choices.map((choice) => (
          <ChoiceCard
            key={choice.value}
            group={id}
            choice={choice}
            isChosen={choice.value === value}
            onChoose={() => onChange(choice.value)}
          />
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

type ChoiceCardProps<Value extends string> = {
  group: string;
  choice: Choice<Value>;
  isChosen: boolean;
  onChoose: () => void;
};

function ChoiceCard<Value extends string>(props: ChoiceCardProps<Value>) {
  const { group, choice, isChosen, onChoose } = props;
  return (
    <label
      className={classNames(
        'flex items-start gap-3 rounded-2xl border border-control bg-surface p-4 transition-colors',
        'has-checked:border-primary has-checked:bg-primary-soft has-checked:ring-1 has-checked:ring-primary',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
        choice.disabled ? 'border-dashed bg-transparent' : 'hover:bg-primary-soft',
      )}
    >
      <input
        type="radio"
        name={group}
        value={choice.value}
        checked={isChosen}
        disabled={choice.disabled}
        onChange={onChoose}
        className="mt-1 size-5 shrink-0 outline-none"
      />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={classNames('font-semibold', choice.disabled && 'text-ink-soft')}>
          {choice.label}
        </span>
        {choice.description && <span className="text-sm text-ink-soft">{choice.description}</span>}
      </span>
      {choice.detail && (
        <span className="shrink-0 text-sm font-semibold tabular-nums">{choice.detail}</span>
      )}
    </label>
  );
}
