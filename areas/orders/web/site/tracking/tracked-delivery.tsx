import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { allergenStatement, isAllergen } from '#areas/needs/rules/allergens.ts';
import { helpingsOf } from '#areas/order-book/rules/helpings.ts';
import { type DeliveryStatus, isEnded } from '#areas/order-book/rules/delivery-status.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { HeldNotice } from '#areas/order-book/web/site/held-notice.tsx';
import { DeliveryNews } from './delivery-news.tsx';

type Delivery = TrackedOrderReply['deliveries'][number];
type Item = Delivery['items'][number];

export const STATUS_LABELS: Record<DeliveryStatus, string> = {
  planned: 'Planned',
  cooked: 'Cooked',
  packed: 'Packed',
  out: 'On its way',
  delivered: 'Delivered',
  missed: 'Could not be delivered',
  cancelled: 'Cancelled',
};

export function TrackedDelivery({ delivery }: { delivery: Delivery }) {
  const people = [...Map.groupBy(delivery.items, (item) => item.personName)];
  return (
    <Card as="section" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">
          {formatDate(delivery.date)}, {windowLabel(delivery.timeSlot)}
        </h2>
        <p className="rounded-full bg-primary-soft px-3 py-0.5 text-sm font-semibold">
          {STATUS_LABELS[delivery.status]}
        </p>
      </div>
      <DeliveryNews delivery={delivery} />
      {people.map(([personName, items]) => (
        <div key={personName} className="grid gap-2">
          <h3 className="text-lg">{personName}</h3>
          <ul className="grid gap-3">
            {items.map((item, index) => (
              <TrackedItem
                key={`${item.mealDate} ${item.mealType} ${helpingsOf(items)[index]}`}
                item={item}
                delivery={delivery}
                isSecond={helpingsOf(items)[index] === 2}
              />
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}

type TrackedItemProps = {
  item: Item;
  delivery: Delivery;
  isSecond: boolean;
};

function TrackedItem({ item, delivery, isSecond }: TrackedItemProps) {
  const day = item.mealDate === delivery.date ? '' : ` on ${formatDayAndMonth(item.mealDate)}`;
  return (
    <li className="grid gap-0.5 border-l-4 border-line pl-3">
      <p className="font-semibold">{item.mealName}</p>
      <p className="text-sm text-ink-soft tabular-nums">
        For {item.mealType}
        {day}
        {isSecond && ', second helping'} · {item.calories} Cal · {item.protein} g protein
      </p>
      <p className="text-sm">{allergenStatement(item.allergens?.filter(isAllergen) ?? null)}</p>
      {item.isPaidBack && (
        <p className="text-sm font-semibold">
          {isEnded(delivery.status) ? 'Paid back' : 'Paid back, still coming'}
        </p>
      )}
      {item.onHold && <HeldNotice text={item.onHold} />}
      {item.agreed && <p className="text-sm font-semibold">{item.agreed}</p>}
      {item.advice && <p className="text-sm font-semibold text-accent">{item.advice}</p>}
    </li>
  );
}
