import { useId, useState } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { type PublicHoliday, publicHolidays } from '#platform/rules/public-holidays.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { LONGEST_CLOSED_REASON, MOST_CLOSURES } from '#areas/business/rules/fact-lists.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { readTime, showTime } from './typed-values.ts';

type ClosuresFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  facts: BusinessFacts;
  problems: FieldErrors;
  onChange: (closures: Closure[]) => void;
};

/** When the kitchen is closed: days, an evening or until further notice, and the holidays of its state to add to them. */
export function ClosuresField(props: ClosuresFieldProps) {
  const { label, hint, facts, problems, onChange } = props;
  const id = useId();
  const { closures } = facts;
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-4 sm:col-span-2"
      aria-describedby={`${id}-hint`}
    >
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {closures.length === 0 && (
        <p>You are never closed. Add days, or choose from the holidays below.</p>
      )}
      {closures.map((closure, index) => (
        <ClosureRow
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
          key={index}
          number={index + 1}
          closure={closure}
          errorOf={(part) => problems[`closures.${index}.${part}`] ?? null}
          onChange={(changed) => onChange(closures.with(index, changed))}
          onRemove={() => onChange(closures.toSpliced(index, 1))}
        />
      ))}
      <FieldNotes id={id} error={problems['closures'] ?? null} />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={closures.length >= MOST_CLOSURES}
        onClick={() => onChange([...closures, { from: '', until: '', reason: '' }])}
      >
        Add days
      </Button>
      <Holidays
        facts={facts}
        onAdd={(added) =>
          onChange([...closures, ...added].toSorted((a, b) => (a.from < b.from ? -1 : 1)))
        }
      />
    </fieldset>
  );
}

type ClosureRowProps = {
  number: number;
  closure: Closure;
  errorOf: (part: keyof Closure) => string | null;
  onChange: (closure: Closure) => void;
  onRemove: () => void;
};

function ClosureRow({ number, closure, errorOf, onChange, onRemove }: ClosureRowProps) {
  const { fromMinute: _time, ...wholeDays } = closure;
  const { from, until, reason, fromMinute } = closure;
  const isOneDay = from !== '' && until === from;
  return (
    <div
      role="group"
      aria-label={`Closure ${number}`}
      className="grid grid-cols-1 items-start gap-3 rounded-xl bg-sunken p-4 sm:grid-cols-2"
    >
      <DateField
        label={`Closed from ${number}`}
        value={from}
        error={errorOf('from')}
        // Most closures are of one day.
        onChange={(day) => onChange({ ...closure, from: day, until: until === '' ? day : until })}
      />
      <div className="grid gap-1">
        {until === null ? null : (
          <DateField
            label={`Last closed day ${number}`}
            value={until}
            error={errorOf('until')}
            onChange={(day) => onChange({ ...closure, until: day })}
          />
        )}
        <Switch
          label={
            <>
              Until further notice<VisuallyHidden> {number}</VisuallyHidden>
            </>
          }
          checked={until === null}
          onChange={(isOpenEnded) => onChange({ ...wholeDays, until: isOpenEnded ? null : from })}
        />
      </div>
      <TextField
        label={`What customers read ${number}`}
        value={reason}
        maxLength={LONGEST_CLOSED_REASON}
        error={errorOf('reason')}
        onChange={({ target }) => onChange({ ...closure, reason: target.value })}
      />
      {(isOneDay || fromMinute !== undefined) && (
        <TextField
          label={`Only from this time ${number}`}
          optional
          type="time"
          value={fromMinute === undefined ? '' : showTime(fromMinute)}
          error={errorOf('fromMinute')}
          onChange={({ target }) =>
            onChange(
              target.value === ''
                ? wholeDays
                : { ...wholeDays, fromMinute: readTime(target.value) },
            )
          }
        />
      )}
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start sm:col-span-2"
        onClick={onRemove}
      >
        Remove<VisuallyHidden> closure {number}</VisuallyHidden>
      </Button>
    </div>
  );
}

type HolidaysProps = { facts: BusinessFacts; onAdd: (closures: Closure[]) => void };

/** Suggestions only: a state may declare other days, and some kitchens deliver on holidays. */
function Holidays({ facts, onAdd }: HolidaysProps) {
  const today = useToday();
  const [year, setYear] = useState<number | null>(null);
  if (today === null) return null;
  const { state } = facts.region;
  const thisYear = Number(today.slice(0, 4));
  const shown = year ?? thisYear;
  const holidays = openHolidays(facts, shown, today);
  return (
    <div role="group" aria-label="Public holidays" className="grid gap-3 rounded-xl bg-sunken p-4">
      <SelectField
        label={`Public holidays in ${state}`}
        hint="Check them with your state: it may declare others."
        value={String(shown)}
        onChange={({ target }) => setYear(Number(target.value))}
      >
        {[thisYear, thisYear + 1].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {holidays.length === 0 ? (
        <p>No more holidays of {shown} on days that you deliver.</p>
      ) : (
        <>
          <ul className="flex flex-wrap gap-2">
            {holidays.map((holiday) => (
              <li key={`${holiday.date} ${holiday.name}`}>
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => onAdd([closedFor(holiday)])}
                >
                  <VisuallyHidden>Close </VisuallyHidden>
                  {formatDate(holiday.date)}: {holiday.name}
                </Button>
              </li>
            ))}
          </ul>
          <Button
            variant="quiet"
            size="small"
            className="justify-self-start"
            onClick={() => onAdd(holidays.map(closedFor))}
          >
            Close all {holidays.length}
          </Button>
        </>
      )}
    </div>
  );
}

/** Those to come on which something could be delivered; of two on one day the first. */
function openHolidays(facts: BusinessFacts, year: number, today: PlainDate): PublicHoliday[] {
  const ahead = publicHolidays(facts.region.state, year).filter(
    ({ date }) => date >= today && windowsOn(facts, date).length > 0,
  );
  return ahead.filter(({ date }, index) => ahead.findIndex((one) => one.date === date) === index);
}

function closedFor({ date, name }: PublicHoliday): Closure {
  return { from: date, until: date, reason: name };
}
