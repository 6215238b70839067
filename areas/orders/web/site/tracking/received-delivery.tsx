import type { ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { placeWords } from '#areas/order-book/rules/at-the-door.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { allergenStatement, isAllergen } from '#areas/needs/rules/allergens.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { HeldNotice } from '#areas/order-book/web/site/held-notice.tsx';
import { STATUS_LABELS } from './tracked-delivery.tsx';

type Delivery = ReceivedOrderReply['deliveries'][number];

/** One delivery for whom the food goes to: when, where it is, and how to keep and heat each meal. */
export function ReceivedDelivery({ delivery, isWarm }: { delivery: Delivery; isWarm: boolean }) {
  const { timeZone } = useConfig().business;
  const { date, timeSlot, status, items } = delivery;
  const news = newsOf(delivery, timeZone);
  return (
    <Card as="section" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl">
          {formatDate(date)}, {windowLabel(timeSlot)}
        </h2>
        <p className="rounded-full bg-primary-soft px-3 py-0.5 text-sm font-semibold">
          {STATUS_LABELS[status]}
        </p>
      </div>
      <p aria-live="polite" className="text-lg font-semibold empty:hidden">
        {news}
      </p>
      {status !== 'cancelled' && (
        <p className="text-ink-soft">
          {isWarm
            ? 'Comes warm: best eaten straight away.'
            : 'Comes cold in an insulated bag. Put it in the fridge soon.'}
        </p>
      )}
      <ul className="grid gap-3">
        {items.map((item, index) => (
          <li
            key={`${index} ${item.mealDate} ${item.mealType}`}
            className="grid gap-0.5 border-l-4 border-line pl-3 break-words"
          >
            <p className="font-semibold">{item.mealName}</p>
            <p className="text-sm text-ink-soft">
              For {item.personName}, {item.mealType}
              {item.mealDate !== date && ` on ${formatDayAndMonth(item.mealDate)}`}
            </p>
            <p className="text-sm">
              {allergenStatement(item.allergens?.filter(isAllergen) ?? null)}
            </p>
            {item.onHold && <HeldNotice text={item.onHold} />}
            {item.agreed && <p className="text-sm font-semibold">{item.agreed}</p>}
            {item.advice && <p className="text-sm font-semibold text-accent">{item.advice}</p>}
            {item.storage !== '' && <p className="text-sm">{item.storage}</p>}
            {item.heating !== '' && <p className="text-sm">{item.heating}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function newsOf({ status, news, road }: Delivery, timeZone: string): string {
  const clock = (instant: string) =>
    formatMinuteOfDay(wallTimeAt(Date.parse(instant), timeZone).minuteOfDay);
  if (status === 'delivered' && news)
    return `Delivered at ${clock(news.at)}${news.place === '' ? '' : `, left ${placeWords(news.place)}`}.`;
  if (status === 'missed' && news) {
    const why = news.reason === '' ? '' : `: ${news.reason.toLowerCase()}`;
    return `We couldn’t leave your meals at ${clock(news.at)}${why}. Whoever ordered them decides what happens next.`;
  }
  if (status === 'out' && road)
    return `Expect us between ${clock(road.from)} and ${clock(road.to)}.`;
  return '';
}
