import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { deliveriesOf } from './deliveries.ts';
import { useOrder } from './order-context.tsx';
import { totalsOf } from './order-totals.ts';

/** Who has what so far, beside the step on a wide screen; on a phone the step itself shows it. */
export function OrderSoFar() {
  const { draft, facts, menu } = useOrder();
  const deliveries = deliveriesOf(draft, facts);
  const [first, ...others] = deliveries;
  return (
    <div className="hidden min-w-0 gap-3 beside:grid">
      <h2 className="text-lg">Your table</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {draft.people.map((person, index) => {
          const { meals, priceCents } = totalsOf(person.mealAssignments, menu);
          return (
            // People have no id: their position identifies them.
            <li key={index} className="flex justify-between gap-3">
              <span className="min-w-0 truncate">{person.name || `Person ${index + 1}`}</span>
              <span className="shrink-0 text-ink-soft tabular-nums">
                {meals === 1 ? '1 meal' : `${meals} meals`} · {formatDollars(priceCents)}
              </span>
            </li>
          );
        })}
      </ul>
      {first && (
        <p className="text-sm text-ink-soft">
          {others.length === 0
            ? `Arrives ${formatDayAndMonth(first.date)}, ${windowLabel(first.window)}`
            : `${deliveries.length} deliveries, first on ${formatDayAndMonth(first.date)}`}
        </p>
      )}
    </div>
  );
}
