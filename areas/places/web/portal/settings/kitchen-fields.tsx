import { useId, useState } from 'react';
import type { ShownField } from '#areas/business/rules/facts.ts';
import {
  type DayHours,
  type Equipment,
  LONGEST_EQUIPMENT_NAME,
  MOST_EQUIPMENT,
} from '#areas/business/rules/kitchen-hours.ts';
import { weekdayName } from '#platform/rules/plain-date.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { readTime, showTime, TYPED } from '#areas/places/web/portal/settings/typed-values.ts';
import { type Cook, LONGEST_OF_COOK, MOST_COOKS } from '#areas/business/rules/about-facts.ts';
import { KitchenPhotoField } from '#areas/places/web/portal/settings/look-fields.tsx';

type FieldProps<Value> = Pick<ShownField, 'label' | 'hint'> & {
  value: readonly Value[];
  problems: FieldErrors;
  onChange: (value: Value[]) => void;
};

/** A week is read from Monday on. Sunday is 0. */
const WEEK = [1, 2, 3, 4, 5, 6, 0];
const MIDNIGHT = 24 * 60;

/** From when to when someone cooks, day by day; a day without a tick is none. */
export function HoursField({ label, hint, value, problems, onChange }: FieldProps<DayHours>) {
  const id = useId();
  const usual = value[0] ?? { fromMinute: 5 * 60, untilMinute: 20 * 60 };
  const write = (weekday: number, changed: DayHours | null) =>
    onChange(
      [...value.filter((day) => day.weekday !== weekday), ...(changed ? [changed] : [])].toSorted(
        (a, b) => a.weekday - b.weekday,
      ),
    );
  return (
    <fieldset data-wide className="grid min-w-0 gap-2" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {WEEK.map((weekday) => {
        const index = value.findIndex((day) => day.weekday === weekday);
        const hours = value[index];
        const name = weekdayName(weekday);
        return (
          <div
            key={weekday}
            role="group"
            aria-label={name}
            className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[5.5rem_9rem_9rem]"
          >
            <div className="max-sm:col-span-2">
              <CheckChip
                checked={hours !== undefined}
                onToggle={() => write(weekday, hours ? null : { ...usual, weekday })}
              >
                {name.slice(0, 3)}
              </CheckChip>
            </div>
            {hours && (
              <>
                <TextField
                  label={`${name} from`}
                  hideLabel
                  type="time"
                  value={showTime(hours.fromMinute)}
                  error={problems[`kitchenHours.${index}.fromMinute`] ?? null}
                  onChange={({ target }) =>
                    write(weekday, { ...hours, fromMinute: readTime(target.value) })
                  }
                />
                <TextField
                  label={`${name} until`}
                  hideLabel
                  type="time"
                  value={showTime(hours.untilMinute % MIDNIGHT)}
                  error={problems[`kitchenHours.${index}.untilMinute`] ?? null}
                  onChange={({ target }) => {
                    const minute = readTime(target.value);
                    // The day ends at midnight; it does not begin there.
                    write(weekday, { ...hours, untilMinute: minute === 0 ? MIDNIGHT : minute });
                  }}
                />
              </>
            )}
          </div>
        );
      })}
      <FieldNotes id={id} error={problems['kitchenHours'] ?? null} />
    </fieldset>
  );
}

/** What the kitchen has too little of at times, and how many. */
export function EquipmentField({ label, hint, value, problems, onChange }: FieldProps<Equipment>) {
  const id = useId();
  const [counts, setCounts] = useState(() => value.map(({ count }) => TYPED.number.show(count)));
  const write = (index: number, changed: Partial<Equipment>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...changed } : one)));
  return (
    <fieldset data-wide className="grid min-w-0 gap-3" aria-describedby={`${id}-hint`}>
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {value.map(({ name }, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-start gap-3"
        >
          <TextField
            label={`Name ${index + 1}`}
            maxLength={LONGEST_EQUIPMENT_NAME}
            value={name}
            error={problems[`equipment.${index}.name`] ?? null}
            onChange={({ target }) => write(index, { name: target.value })}
          />
          <TextField
            label="How many"
            inputMode="numeric"
            value={counts[index] ?? ''}
            error={problems[`equipment.${index}.count`] ?? null}
            onChange={({ target }) => {
              setCounts(counts.with(index, target.value));
              write(index, { count: Number(TYPED.number.read(target.value)) });
            }}
          />
          <Button
            variant="quiet"
            size="small"
            className="mt-8"
            onClick={() => {
              setCounts(counts.toSpliced(index, 1));
              onChange(value.filter((_, at) => at !== index));
            }}
          >
            Remove<span className="sr-only"> {name || `number ${index + 1}`}</span>
          </Button>
        </div>
      ))}
      <FieldNotes id={id} error={problems['equipment'] ?? null} />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={value.length >= MOST_EQUIPMENT}
        onClick={() => {
          setCounts([...counts, '1']);
          onChange([...value, { name: '', count: 1 }]);
        }}
      >
        Add equipment
      </Button>
    </fieldset>
  );
}

const NOBODY: Cook = { name: '', role: '', line: '', photo: null };
const PARTS = [
  { part: 'name', label: 'Name' },
  { part: 'role', label: 'Role' },
  { part: 'line', label: 'A line about them (optional)' },
] as const;

type CooksFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  cooks: readonly Cook[];
  problems: FieldErrors;
  onChange: (cooks: Cook[]) => void;
};

export function CooksField({ label, hint, cooks, problems, onChange }: CooksFieldProps) {
  const id = useId();
  return (
    <fieldset data-wide className="grid gap-4" aria-describedby={id}>
      <legend className="font-semibold">{label}</legend>
      <p id={id} className="text-sm text-ink-soft">
        {hint}
      </p>
      {cooks.map((cook, index) => (
        <fieldset
          // oxlint-disable-next-line react/no-array-index-key -- people have no identity but their place
          key={index}
          className="grid gap-3 border-l-2 border-line pl-4 sm:grid-cols-2"
        >
          <legend className="sr-only">{cook.name || `Person ${index + 1}`}</legend>
          {PARTS.map((each) => (
            <TextField
              key={each.part}
              label={each.label}
              value={cook[each.part]}
              maxLength={LONGEST_OF_COOK[each.part]}
              error={problems[`aboutCooks.${index}.${each.part}`] ?? null}
              onChange={({ target }) =>
                onChange(cooks.with(index, { ...cook, [each.part]: target.value }))
              }
            />
          ))}
          <KitchenPhotoField
            label={`Photo of ${cook.name || `person ${index + 1}`}`}
            picture={cook.photo}
            error={problems[`aboutCooks.${index}.photo`] ?? null}
            onChange={(photo) => onChange(cooks.with(index, { ...cook, photo }))}
          />
          <Button
            variant="quiet"
            size="small"
            className="justify-self-start"
            onClick={() => onChange(cooks.toSpliced(index, 1))}
          >
            {`Remove ${cook.name || `person ${index + 1}`}`}
          </Button>
        </fieldset>
      ))}
      {cooks.length < MOST_COOKS && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          onClick={() => onChange([...cooks, NOBODY])}
        >
          Add a person
        </Button>
      )}
    </fieldset>
  );
}
