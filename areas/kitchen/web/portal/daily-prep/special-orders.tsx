import type { PackedBagReply } from '#areas/kitchen/calls/daily-prep.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { keyOfPortion, NeedsOfBag } from './needs-of-bag.tsx';

/** Read before anything is cooked: what was chosen for each person, then what instructions say about food. */
export function SpecialOrders({ bags }: { bags: readonly PackedBagReply[] }) {
  if (bags.length === 0) {
    return (
      <p className="rounded-2xl border border-line bg-surface px-4 py-3">
        No allergies or food requests noted for this day.
      </p>
    );
  }
  return (
    <section
      aria-labelledby="special-heading"
      className="grid gap-3 rounded-2xl border-2 border-danger bg-danger-soft p-4"
    >
      <h3 id="special-heading" className="text-lg">
        Allergies and food requests ({bags.length})
      </h3>
      <ul className="grid gap-3">
        {bags.map((order) => (
          <li key={`${order.orderId} ${order.timeSlot}`} className="break-inside-avoid">
            <p className="flex flex-wrap items-center gap-x-3">
              <OrderLink id={order.orderId} orderNumber={order.orderNumber} />
              <span className="font-semibold">{order.customerName}</span>
              <span>{windowLabel(order.timeSlot)}</span>
            </p>
            <NeedsOfBag needs={order.needs} />
            {order.specialWords.length > 0 && (
              <p className="font-semibold break-words whitespace-pre-line text-danger">
                {order.specialInstructions}
              </p>
            )}
            {order.specialPeople.length > 0 && (
              <p className="font-semibold break-words">For {order.specialPeople.join(', ')}</p>
            )}
            <ul className="text-sm">
              {order.items
                .filter(({ isConcerned }) => isConcerned)
                .map((item) => (
                  <ConcernedMeal key={keyOfPortion(item)} item={item} />
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConcernedMeal({ item }: { item: PackedBagReply['items'][number] }) {
  const { personName, name, holds, helping, agreed } = item;
  return (
    <li className="break-words">
      {personName}: {name}
      {helping !== null && `, ${helping}`}
      {holds.length > 0 && <strong className="text-danger"> (contains {holds.join(', ')})</strong>}
      {agreed !== null && <strong> {agreed}</strong>}
    </li>
  );
}
