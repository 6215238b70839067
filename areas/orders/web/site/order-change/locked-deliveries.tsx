import { PersonName } from '#areas/order-book/web/person-name.tsx';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** What stays as it is, and why. */
export function LockedDeliveries({
  deliveries,
  items,
}: Pick<OrderToChangeReply, 'deliveries' | 'items'>) {
  return deliveries.map(({ date, timeSlot, whyLocked }) => {
    if (whyLocked === null) return null;
    const theirs = items.filter(
      (item) => item.deliveryDate === date && item.deliveryWindow === timeSlot,
    );
    return (
      <Card as="section" key={date + timeSlot} className="grid gap-2">
        <h2 className="text-xl">
          {formatDate(date)}, {windowLabel(timeSlot)}
        </h2>
        <p>
          <strong>Can’t be changed here.</strong> {whyLocked}
        </p>
        <ul className="grid gap-0.5 text-sm text-ink-soft">
          {theirs.map(({ id, mealName, personName, mealType }) => (
            <li key={id}>
              {mealName} (<PersonName name={personName} />, {mealType})
            </li>
          ))}
        </ul>
      </Card>
    );
  });
}
