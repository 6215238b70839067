import type { LostBookings } from '#areas/business/calls/settings.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

type LostBookingsListProps = {
  lost: readonly LostBookings[];
  /** The new settings are in force: what is booked can be decided on. */
  isSaved?: boolean;
};

/** Whose meals are booked where nothing is offered any more, and the one way to settle all of a day. */
export function LostBookingsList({ lost, isSaved = false }: LostBookingsListProps) {
  const mayMove = useMayDo('moveDeliveries');
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
            <Link
              to={paths.admin({ tab: 'close', date, window: windows.join(',') })}
              className={buttonClass('secondary', 'small')}
            >
              {`Move or refund ${formatDate(date)}`}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
