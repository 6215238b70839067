import { useId, useState } from 'react';
import { type BusinessFacts, type ShownField, valueAt } from '#areas/business/rules/facts.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import {
  ClosuresField,
  DeliveryTypesField,
  ServicesField,
  SuburbsField,
} from '#areas/places/web/portal/settings/delivery-fields.tsx';
import { ColourField, KitchenPhotoField, LogoField } from './look-fields.tsx';
import { CooksField, EquipmentField, HoursField } from './kitchen-fields.tsx';
import { TiersField } from '#areas/places/web/portal/settings/tiers-field.tsx';
import { readTime, showTime, TYPED, type TypedKind } from './typed-values.ts';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import type { WindowFact } from '#areas/business/rules/delivery-windows.ts';
import { MOST_WINDOWS, LONGEST_WINDOW_LABEL } from '#areas/business/rules/fact-lists.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { weekStartAdvice } from '#areas/order-book/rules/meal-days.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type FactFieldProps = {
  field: ShownField;
  facts: BusinessFacts;
  problems: FieldErrors;
  onChange: (path: string, value: unknown) => void;
};

export function FactField({ field, facts, problems, onChange }: FactFieldProps) {
  const { path, kind, label, hint } = field;
  const value = valueAt(facts, path);
  const error = problems[path] ?? null;
  const change = (changed: unknown) => onChange(path, changed);
  if (kind === 'suburbs') {
    return (
      <SuburbsField
        {...{ label, hint, facts, problems }}
        onChange={(changed) => {
          for (const [fact, each] of Object.entries(changed)) onChange(fact, each);
        }}
      />
    );
  }
  if (kind === 'windows') {
    return (
      <WindowsField
        {...{ label, hint, facts, problems }}
        onChange={(changed) => {
          for (const [fact, each] of Object.entries(changed)) onChange(fact, each);
        }}
      />
    );
  }
  if (kind === 'services') {
    const { services } = facts;
    return <ServicesField {...{ label, hint, services, problems }} onChange={change} />;
  }
  if (kind === 'deliveryTypes') {
    const { deliveryTypes: types } = facts;
    return <DeliveryTypesField {...{ label, hint, types, error }} onChange={change} />;
  }
  if (kind === 'closures') return <ClosuresField {...{ label, hint, facts }} />;
  if (kind === 'hours') {
    const { kitchenHours } = facts;
    return <HoursField {...{ label, hint, problems }} value={kitchenHours} onChange={change} />;
  }
  if (kind === 'equipment') {
    const { equipment } = facts;
    return <EquipmentField {...{ label, hint, problems }} value={equipment} onChange={change} />;
  }
  if (kind === 'tiers') {
    return (
      <TiersField {...{ label, hint, problems }} tiers={facts.advertisedTiers} onChange={change} />
    );
  }
  if (kind === 'colour') {
    return (
      <ColourField {...{ label, hint, error }} colour={facts.accentColour} onChange={change} />
    );
  }
  if (kind === 'logo') {
    const { name, logo } = facts;
    return <LogoField {...{ label, hint, error, name }} picture={logo} onChange={change} />;
  }
  if (kind === 'photo') {
    return (
      <KitchenPhotoField {...{ label, hint, error }} picture={facts.aboutPhoto} onChange={change} />
    );
  }
  if (kind === 'cooks')
    return <CooksField {...{ label, hint, problems }} cooks={facts.aboutCooks} onChange={change} />;
  if (kind === 'switch')
    return <SwitchField {...{ label, hint }} checked={value === true} onChange={change} />;
  if (kind === 'date' || kind === 'dateOrNone') {
    const isOptional = kind === 'dateOrNone';
    return (
      <div className="grid content-start gap-1.5">
        <DateField
          label={isOptional ? `${label} (optional)` : label}
          value={typeof value === 'string' ? value : ''}
          error={error}
          onChange={(day) => change(isOptional && day === '' ? null : day)}
        />
        <p className="text-sm text-ink-soft">{hint}</p>
      </div>
    );
  }
  if (kind === 'time') {
    return (
      <TextField
        {...{ label, hint, error }}
        type="time"
        value={showTime(Number(value))}
        onChange={({ target }) => change(readTime(target.value))}
      />
    );
  }
  if (kind === 'choice' || kind === 'weekStart') {
    const options = field.choices?.(String(value), facts) ?? [];
    const select = (
      <SelectField
        {...{ label, hint, error }}
        value={String(value)}
        onChange={({ target }) =>
          change(typeof value === 'number' ? Number(target.value) : target.value)
        }
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </SelectField>
    );
    if (kind === 'choice') return select;
    return (
      <div className="grid gap-3">
        {select}
        <WeekStartNotice facts={facts} onChange={change} />
      </div>
    );
  }
  return <TypedField {...{ label, hint, error, kind, value }} onChange={change} />;
}

type TypedFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  kind: TypedKind;
  value: unknown;
  error: string | null;
  onChange: (value: unknown) => void;
};

/** Keeps what is typed, also while it cannot be read. */
function TypedField({ label, hint, kind, value, error, onChange }: TypedFieldProps) {
  const { show, read, inputMode } = TYPED[kind];
  const [typed, setTyped] = useState(() => show(value));
  const given = {
    label: kind === 'dollars' ? `${label} ($)` : label,
    optional: ['textOrNone', 'numberOrNone', 'paragraphs'].includes(kind),
    hint,
    error,
    inputMode,
    autoComplete: 'off',
    value: typed,
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped(target.value);
      onChange(read(target.value));
    },
  };
  if (kind !== 'paragraphs') return <TextField {...given} />;
  return (
    <div data-wide>
      <TextAreaField rows={6} {...given} />
    </div>
  );
}

function SwitchField({
  label,
  hint,
  checked,
  onChange,
}: Pick<ShownField, 'label' | 'hint'> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="grid content-start gap-1" aria-describedby={id}>
      <Switch label={label} checked={checked} onChange={onChange} />
      {hint !== undefined && (
        <p id={id} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

type WindowsFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  facts: Pick<BusinessFacts, 'deliveryWindows' | 'defaultWindow'>;
  problems: FieldErrors;
  onChange: (change: Partial<Pick<BusinessFacts, 'deliveryWindows' | 'defaultWindow'>>) => void;
};

const NEW_WINDOW: WindowFact = { timeSlot: '-', label: null, weekdays: [1, 2, 3, 4, 5] };

function WindowsField({ label, hint, facts, problems, onChange }: WindowsFieldProps) {
  const id = useId();
  const { deliveryWindows: windows, defaultWindow } = facts;

  function write(index: number, window: WindowFact) {
    const isDefault = windows[index]?.timeSlot === defaultWindow;
    onChange({
      deliveryWindows: windows.with(index, window),
      ...(isDefault && { defaultWindow: window.timeSlot }),
    });
  }

  function remove(index: number) {
    const rest = windows.toSpliced(index, 1);
    const [first] = rest;
    const isDefault = windows[index]?.timeSlot === defaultWindow;
    onChange({
      deliveryWindows: rest,
      ...(isDefault && first && { defaultWindow: first.timeSlot }),
    });
  }

  return (
    <fieldset data-wide className="grid min-w-0 grid-cols-1 gap-4" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint} Customers choose one for their order.
      </p>
      {windows.map((window, index) => (
        <WindowRow
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
          key={index}
          number={index + 1}
          window={window}
          errorOf={(part) => problems[`deliveryWindows.${index}.${part}`] ?? null}
          onChange={(changed) => write(index, changed)}
          onRemove={() => remove(index)}
        />
      ))}
      <FieldNotes id={id} error={problems['deliveryWindows'] ?? null} />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={windows.length >= MOST_WINDOWS}
        onClick={() => onChange({ deliveryWindows: [...windows, NEW_WINDOW] })}
      >
        Add a window
      </Button>
    </fieldset>
  );
}

type WindowRowProps = {
  number: number;
  window: WindowFact;
  errorOf: (part: keyof WindowFact) => string | null;
  onChange: (window: WindowFact) => void;
  onRemove: () => void;
};

function WindowRow({ number, window, errorOf, onChange, onRemove }: WindowRowProps) {
  const { timeSlot, label, weekdays } = window;
  const [start = '', end = ''] = timeSlot.split('-');
  const daysError = errorOf('weekdays');
  const id = useId();

  return (
    <div
      role="group"
      aria-label={`Window ${number}`}
      className="grid gap-4 rounded-xl border border-line p-4"
    >
      <div className="grid grid-cols-2 items-start gap-4 lg:grid-cols-[9rem_9rem_minmax(0,1fr)_auto]">
        <TextField
          label={`Window ${number} from`}
          type="time"
          value={start}
          error={errorOf('timeSlot')}
          onChange={({ target }) => onChange({ ...window, timeSlot: `${target.value}-${end}` })}
        />
        <TextField
          label={`Window ${number} to`}
          type="time"
          value={end}
          onChange={({ target }) => onChange({ ...window, timeSlot: `${start}-${target.value}` })}
        />
        <div className="max-lg:col-span-2">
          <TextField
            label={`Name of window ${number} (optional)`}
            hint="Shown before its times, such as Breakfast."
            value={label ?? ''}
            maxLength={LONGEST_WINDOW_LABEL}
            error={errorOf('label')}
            onChange={({ target }) =>
              onChange({ ...window, label: target.value === '' ? null : target.value })
            }
          />
        </div>
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start lg:mt-8"
          onClick={onRemove}
        >
          Remove<VisuallyHidden> window {number}</VisuallyHidden>
        </Button>
      </div>
      <WeekdayChips
        label={`Days of window ${number}`}
        weekdays={weekdays}
        describedBy={daysError ? `${id}-error` : undefined}
        onChange={(changed) => onChange({ ...window, weekdays: changed })}
      />
      <FieldNotes id={id} error={daysError} />
    </div>
  );
}

/** A week is read from Monday on. Sunday is 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];

type WeekdayChipsProps = {
  label: string;
  weekdays: readonly number[];
  /** Id of what is wrong with them, or explains them. */
  describedBy: string | undefined;
  onChange: (weekdays: number[]) => void;
};

function WeekdayChips({ label, weekdays, describedBy, onChange }: WeekdayChipsProps) {
  const toggle = (weekday: number) =>
    onChange(
      weekdays.includes(weekday)
        ? weekdays.filter((day) => day !== weekday)
        : [...weekdays, weekday].toSorted(),
    );
  return (
    <div
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      className="flex flex-wrap gap-2"
    >
      {WEEK.map((weekday) => (
        <CheckChip
          key={weekday}
          checked={weekdays.includes(weekday)}
          onToggle={() => toggle(weekday)}
        >
          {weekdayName(weekday).slice(0, 3)}
        </CheckChip>
      ))}
    </div>
  );
}

type WeekStartNoticeProps = { facts: BusinessFacts; onChange: (weekday: number) => void };

/** Which days nobody can order for with these windows, and the first day of the week that would change it. */
function WeekStartNotice({ facts, onChange }: WeekStartNoticeProps) {
  const meals = useMenu();
  const advice = weekStartAdvice(facts, meals);
  if (!advice) return null;
  const { words, better } = advice;
  return (
    <Notice tone="warning">
      <p>
        {words} {better?.words}
      </p>
      {better && (
        <Button
          variant="secondary"
          size="small"
          className="mt-2"
          onClick={() => onChange(better.weekday)}
        >
          Start the week on {weekdayName(better.weekday)}
        </Button>
      )}
    </Notice>
  );
}
