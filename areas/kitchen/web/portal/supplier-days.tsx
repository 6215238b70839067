import type { ArrivalChoice, ShoppingReply } from '#areas/kitchen/calls/shopping.ts';
import { ANY_DAY_TEXT } from '#areas/menu/rules/supplier-rounds.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

type SupplierDaysProps = {
  days: ShoppingReply['suppliers'][number] | undefined;
  /** Ordered already, so that these days stay. */
  ordered: readonly PlainDate[];
  onArrivals: (days: PlainDate[]) => void;
};

/** How often a supplier comes, why, and what else could be chosen. */
export function SupplierDays({ days, ordered, onArrivals }: SupplierDaysProps) {
  if (!days) return null;
  const { supplier, chosen, others, deliveryDays, hasRounds, isChosen } = days;
  const open = deliveryDays.filter((day) => !ordered.includes(day));
  const isOn = (day: PlainDate) => chosen.arrivals.includes(day);
  return (
    <div className="grid gap-1">
      <h3 className="text-lg">{supplier}</h3>
      <p className="text-ink-soft tabular-nums">
        {isChosen ? 'You chose ' : ''}
        {choiceText(chosen)}
      </p>
      {!hasRounds && (
        <p className="text-sm text-ink-soft">
          Their rounds are not entered: the list assumes {ANY_DAY_TEXT}.
        </p>
      )}
      {(others.length > 0 || isChosen || open.length > 0) && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Other days<span className="sr-only"> for {supplier}</span>
          </summary>
          <ul className="grid gap-1 pb-2">
            {others.map((choice) => (
              <li key={choice.arrivals.join(' ')} className="flex flex-wrap items-center gap-x-4">
                <span className="tabular-nums">{choiceText(choice)}</span>
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => onArrivals([...choice.arrivals])}
                >
                  Choose<span className="sr-only"> {countText(choice)}</span>
                </Button>
              </li>
            ))}
            {isChosen && (
              <li>
                <Button variant="quiet" size="small" onClick={() => onArrivals([])}>
                  Back to the best days<span className="sr-only"> of {supplier}</span>
                </Button>
              </li>
            )}
          </ul>
          <div
            role="group"
            aria-label={`Delivery days of ${supplier}`}
            className="flex flex-wrap gap-2"
          >
            {open.map((day) => (
              <CheckChip
                key={day}
                checked={isOn(day)}
                onToggle={() =>
                  onArrivals(
                    isOn(day)
                      ? chosen.arrivals.filter((one) => one !== day)
                      : [...chosen.arrivals, day],
                  )
                }
              >
                {formatDayAndMonth(day)}
              </CheckChip>
            ))}
          </div>
          <p className="pt-2 text-sm text-ink-soft">
            The sums are packs and deliveries, with what is missing to their minimum, less what is
            good for another week.
          </p>
        </details>
      )}
    </div>
  );
}

function countText({ arrivals }: ArrivalChoice): string {
  return arrivals.length === 1 ? '1 delivery' : `${arrivals.length} deliveries`;
}

/** "2 deliveries, Mon 30 Nov and Thu 3 Dec: $649.10, 11 lines out of date." */
function choiceText(choice: ArrivalChoice): string {
  const { arrivals, cents, outOfDate } = choice;
  const days = arrivals.map((day) => formatDayAndMonth(day));
  const named = [days.slice(0, -1).join(', '), ...days.slice(-1)].filter((part) => part !== '');
  const late =
    outOfDate === 1 ? ', but 1 line out of date' : `, but ${outOfDate} lines out of date`;
  const sum = cents < 0 ? '$0.00' : formatDollars(cents);
  return `${countText(choice)}, ${named.join(' and ')}: ${sum}${outOfDate > 0 ? late : ''}.`;
}
