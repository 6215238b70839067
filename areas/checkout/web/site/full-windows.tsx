import type { CheckoutConflictReply } from '#areas/checkout/calls/payments.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

type Slot = NonNullable<CheckoutConflictReply['alternatives']>[number];

/** The deliveries that have no place left, each with the windows still free on its day. */
export function FullWindows({ conflict }: { conflict: CheckoutConflictReply }) {
  const { full = [], alternatives = [] } = conflict;
  return (
    <CheckoutFrame heading="A delivery window has filled up" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <p>{conflict.message}</p>
        <ul className="grid gap-1">
          {full.map(({ date, timeSlot }) => (
            <li key={date + timeSlot}>
              <strong>
                {formatDate(date)}, {windowLabel(timeSlot)}
              </strong>{' '}
              is full. {describeOthers(alternatives.filter((slot) => slot.date === date))}
            </li>
          ))}
        </ul>
      </Notice>
      <Link
        to={paths.order({ step: 2 })}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        Choose another window
      </Link>
      {alternatives.length > 0 && (
        <details>
          <summary className="font-semibold text-primary underline">
            All open windows this week
          </summary>
          <ul className="mt-2 grid gap-1 sm:grid-cols-2">
            {alternatives.map((slot) => (
              <li key={slot.date + slot.timeSlot}>
                {formatDate(slot.date)}, {describeSlot(slot)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </CheckoutFrame>
  );
}

function describeOthers(onSameDay: readonly Slot[]): string {
  return onSameDay.length === 0
    ? 'Nothing else is free on that day.'
    : `Still free on that day: ${onSameDay.map(describeSlot).join(', ')}.`;
}

function describeSlot({ timeSlot, placesLeft }: Slot): string {
  if (placesLeft === null) return windowLabel(timeSlot);
  return `${windowLabel(timeSlot)} (${placesLeft} ${placesLeft === 1 ? 'place' : 'places'} left)`;
}
