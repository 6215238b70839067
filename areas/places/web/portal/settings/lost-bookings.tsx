import type { LostBookings } from '#areas/business/calls/settings.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useClosing } from '#areas/places/web/portal/closing.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

type LostBookingsListProps = {
  lost: readonly LostBookings[];
  /** The new settings are in force: what is booked can be decided on. */
  isSaved?: boolean;
};

/** Whose meals are booked where nothing is offered any more, and the one way to settle all of a day. */
export function LostBookingsList({ lost, isSaved = false }: LostBookingsListProps) {
  const mayMove = useMayDo('moveDeliveries');
  const close = useClosing();
  return (
    <ul className="grid gap-3">
      {lost.map(({ date, windows, deliveries, meals, orders }) => (
        <li key={date} className="grid justify-items-start gap-1">
          <details className="w-full">
            <summary className="min-h-11 content-center font-semibold">
              {`${formatDate(date)}: ${counted(deliveries, 'delivery', 'deliveries')}, ${counted(meals, 'meal', 'meals')}`}
            </summary>
            <ul className="pl-5 break-words">
              {orders.map(({ orderNumber, customer, timeSlot, meals: theirs }) => (
                <li key={`${orderNumber} ${timeSlot}`}>
                  {`${customer}, ${orderNumber}, ${windowLabel(timeSlot)}: ${counted(theirs, 'meal', 'meals')}`}
                </li>
              ))}
              {deliveries > orders.length && <li>{`and ${deliveries - orders.length} more`}</li>}
            </ul>
          </details>
          {isSaved && mayMove && (
            <Button
              variant="secondary"
              size="small"
              onClick={() => close({ from: date, windows, isForBooked: true })}
            >
              {`Move or refund ${formatDate(date)}`}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
