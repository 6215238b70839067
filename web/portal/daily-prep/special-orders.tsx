import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { OrderLink } from '#web/navigation/order-link.tsx';

/** Read before anything is cooked: what customers say about allergies and food. */
export function SpecialOrders({ prep }: { prep: DailyPrepReply }) {
  const special = prep.packingList.filter(({ specialWords }) => specialWords.length > 0);
  if (special.length === 0) {
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
        Allergies and food requests ({special.length})
      </h3>
      <ul className="grid gap-3">
        {special.map((order) => (
          <li key={`${order.orderId} ${order.timeSlot}`} className="break-inside-avoid">
            <p className="flex flex-wrap items-center gap-x-3">
              <OrderLink id={order.orderId} orderNumber={order.orderNumber} />
              <span className="font-semibold">{order.customerName}</span>
              <span>{windowLabel(order.timeSlot)}</span>
            </p>
            <p className="font-semibold break-words whitespace-pre-line text-danger">
              {order.specialInstructions}
            </p>
            {order.specialPeople.length > 0 && (
              <p className="font-semibold break-words">For {order.specialPeople.join(', ')}</p>
            )}
            <ul className="text-sm">
              {order.items.map(({ personName, name, mealDate, mealType, holds }) => (
                <li key={`${personName} ${mealDate} ${mealType}`} className="break-words">
                  {personName}: {name}
                  {holds.length > 0 && (
                    <strong className="text-danger"> (contains {holds.join(', ')})</strong>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
