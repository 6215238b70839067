import { useId, useState } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { ClosedDate } from '#areas/business/rules/delivery-windows.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { type PublicHoliday, publicHolidays } from '#platform/rules/public-holidays.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { LONGEST_CLOSED_REASON, MOST_CLOSED_DATES } from '#areas/business/rules/fact-lists.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import type { FieldErrors } from '#platform/web/api/field-errors.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { FieldNotes } from '#platform/web/ui/form/field-frame.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';

type ClosedDatesFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  facts: BusinessFacts;
  problems: FieldErrors;
  onChange: (dates: ClosedDate[]) => void;
};

/** The days without deliveries, and the holidays of the kitchen's state to add to them. */
export function ClosedDatesField(props: ClosedDatesFieldProps) {
  const { label, hint, facts, problems, onChange } = props;
  const id = useId();
  const dates = facts.closedDates;
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-4 sm:col-span-2"
      aria-describedby={`${id}-hint`}
    >
      <legend className="font-semibold">{label}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-soft">
        {hint}
      </p>
      {dates.length === 0 && <p>No closed days yet. Add one, or choose from the holidays below.</p>}
      {dates.map(({ date, reason }, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- rows have no identity but their place
          key={index}
          className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
        >
          <DateField
            label={`Closed day ${index + 1}`}
            value={date}
            error={problems[`closedDates.${index}.date`] ?? null}
            onChange={(changed) => onChange(dates.with(index, { date: changed, reason }))}
          />
          <TextField
            label={`Reason ${index + 1}`}
            value={reason}
            maxLength={LONGEST_CLOSED_REASON}
            error={problems[`closedDates.${index}.reason`] ?? null}
            onChange={({ target }) => onChange(dates.with(index, { date, reason: target.value }))}
          />
          <Button
            variant="quiet"
            size="small"
            className="justify-self-start sm:mt-8"
            onClick={() => onChange(dates.toSpliced(index, 1))}
          >
            Remove<VisuallyHidden> closed day {index + 1}</VisuallyHidden>
          </Button>
        </div>
      ))}
      <FieldNotes id={id} error={problems['closedDates'] ?? null} />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={dates.length >= MOST_CLOSED_DATES}
        onClick={() => onChange([...dates, { date: '', reason: '' }])}
      >
        Add a closed day
      </Button>
      <Holidays
        facts={facts}
        onAdd={(added) =>
          onChange([...dates, ...added].toSorted((a, b) => (a.date < b.date ? -1 : 1)))
        }
      />
    </fieldset>
  );
}

type HolidaysProps = { facts: BusinessFacts; onAdd: (dates: ClosedDate[]) => void };

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

function closedFor({ date, name }: PublicHoliday): ClosedDate {
  return { date, reason: name };
}
