import { useState } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Closure } from '#areas/business/rules/delivery-windows.ts';
import { formatDate, type PlainDate } from '#platform/rules/plain-date.ts';
import { type PublicHoliday, publicHolidays } from '#platform/rules/public-holidays.ts';
import { windowsOn } from '#areas/business/rules/offered-windows.ts';
import { closureDays, MOST_CLOSURES } from '#areas/business/rules/fact-lists.ts';
import {
  settingsQuery,
  settingsVersionsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';
import { sendOpenDays } from '#areas/places/web/portal/delivery-slots-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';

type ClosuresFieldProps = Pick<ShownField, 'label' | 'hint'> & { facts: BusinessFacts };

/**
 * When the kitchen is closed, and the way to change it. Not a part of the form: closing is done at once, with what becomes of
 * those who have booked.
 */
export function ClosuresField({ label, hint, facts }: ClosuresFieldProps) {
  const close = useClosing();
  const { closures } = facts;
  return (
    <section data-wide aria-label={label} className="grid min-w-0 gap-3">
      <p className="font-semibold">{label}</p>
      <p className="text-sm text-ink-soft">{hint}</p>
      {closures.length === 0 ? (
        <p>You are never closed. Close days, or choose from the holidays below.</p>
      ) : (
        <ul aria-label="Closures" className="grid gap-2">
          {closures.map((closure) => (
            <ClosureRow key={closure.from} closure={closure} />
          ))}
        </ul>
      )}
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        disabled={closures.length >= MOST_CLOSURES}
        onClick={() => close({ from: null, windows: [] })}
      >
        Close days…
      </Button>
      <Holidays facts={facts} onClose={close} />
    </section>
  );
}

function ClosureRow({ closure }: { closure: Closure }) {
  const close = useClosing();
  const { from, until, reason, fromMinute } = closure;
  const days = closureDays(closure);
  const opening = useChange(() => sendOpenDays({ from, until }), {
    refresh: [settingsQuery, settingsVersionsQuery, { queryKey: ['delivery-slots'] }],
    says: () => ({ title: 'Open Again', description: `${days}: open again.`, tone: 'success' }),
    toastsFailure: true,
  });
  async function ask() {
    const isSure = await confirm({
      title: `Open ${days} again?`,
      text: `Customers can order for these days as for any other. Windows that you closed by their switch stay closed.`,
      act: 'Open again',
      danger: false,
    });
    if (isSure) opening.run();
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-xl bg-sunken px-4 py-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{days}</span>: {reason}
      </p>
      <span className="flex flex-wrap gap-1">
        <Button
          variant="quiet"
          size="small"
          onClick={() => close({ from, until, windows: [], reason, fromMinute })}
        >
          Change…<VisuallyHidden> {days}</VisuallyHidden>
        </Button>
        <Button variant="quiet" size="small" busy={opening.isBusy} onClick={() => void ask()}>
          Open again<VisuallyHidden> {days}</VisuallyHidden>
        </Button>
      </span>
    </li>
  );
}

type HolidaysProps = { facts: BusinessFacts; onClose: ReturnType<typeof useClosing> };

/** Suggestions only: a state may declare other days, and some kitchens deliver on holidays. */
function Holidays({ facts, onClose }: HolidaysProps) {
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
        <ul className="flex flex-wrap gap-2">
          {holidays.map(({ date, name }) => (
            <li key={`${date} ${name}`}>
              <Button
                variant="secondary"
                size="small"
                onClick={() => onClose({ from: date, windows: [], reason: name })}
              >
                <VisuallyHidden>Close </VisuallyHidden>
                {formatDate(date)}: {name}
              </Button>
            </li>
          ))}
        </ul>
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
