import type { DailyPrepReply } from '#contract/daily-prep.ts';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { windowLabel } from '#domain/delivery/delivery-windows.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { OrderLink } from '#web/navigation/order-link.tsx';
import { keyOfPortion, NeedsOfBag } from './needs-of-bag.tsx';

type Packing = DailyPrepReply['packingList'][number];

/** Order by order, window by window; those with food requests first. */
export function PackingList({ prep }: { prep: DailyPrepReply }) {
  const windows = prep.windows.filter(({ deliveries }) => deliveries > 0);
  return (
    <>
      {windows.map(({ timeSlot }) => (
        <section key={timeSlot} className="grid gap-3">
          <h3 className="text-lg">Packing list, {windowLabel(timeSlot)}</h3>
          <ul className="grid items-start gap-3 md:grid-cols-2 xl:grid-cols-3">
            {prep.packingList
              .filter((order) => order.timeSlot === timeSlot)
              .map((order) => (
                <Bag key={order.orderId} order={order} date={prep.date} />
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Bag({ order, date }: { order: Packing; date: string }) {
  const { customerName, suburb, phone, deliveryPreference, specialInstructions, status } = order;
  const isAboutFood = order.specialWords.length > 0;
  return (
    <li className="grid break-inside-avoid gap-2 rounded-2xl border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <OrderLink id={order.orderId} orderNumber={order.orderNumber} />
        <span className="flex flex-wrap gap-2">
          {status === 'pending' && <Badge variant="secondary">pending</Badge>}
          <Badge variant={deliveryPreference === 'warm' ? 'default' : 'outline'}>
            {deliveryPreference}
          </Badge>
        </span>
      </div>
      <p className="text-sm break-words">
        <span className="font-semibold">{customerName}</span>, {suburb}, {phone}
      </p>
      <NeedsOfBag needs={order.needs} />
      {specialInstructions !== '' && (
        <p
          className={
            isAboutFood
              ? 'font-semibold break-words whitespace-pre-line text-danger'
              : 'text-sm break-words whitespace-pre-line'
          }
        >
          {specialInstructions}
        </p>
      )}
      <ul className="grid gap-1.5">
        {order.items.map((item) => (
          <Portion key={keyOfPortion(item)} item={item} date={date} />
        ))}
      </ul>
    </li>
  );
}

/** "Mia: Dal"; with a second helping "Mia, Thu 15 Jan dinner (2): Dal, 1 of 2". */
function Portion({ item, date }: { item: Packing['items'][number]; date: string }) {
  const { personName, mealType, mealDate, name, allergens, helping, agreed } = item;
  const day = formatDayAndMonth(mealDate);
  const who = helping === null ? personName : `${personName}, ${day} ${mealType} (2)`;
  return (
    <li className="border-t border-line pt-1.5">
      <p className="break-words">
        <span className="font-semibold">{who}:</span> {name}
        {helping !== null && `, ${helping}`}
      </p>
      <p className="text-sm text-ink-soft">
        {mealType === 'lunch' ? 'Lunch' : 'Dinner'}
        {mealDate !== date && ` for ${day}`} · {allergenStatement(allergens)}
      </p>
      {agreed !== null && <p className="text-sm font-bold break-words">{agreed}</p>}
    </li>
  );
}
