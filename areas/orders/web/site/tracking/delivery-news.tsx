import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { placeWords } from '#areas/order-book/rules/at-the-door.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';

type Delivery = TrackedOrderReply['deliveries'][number];

const SOON_STOPS = 3;

/** Sentences on where a delivery is; empty while nothing happened that a customer waits for. */
export function describeNews(
  { status, timeSlot, news, road, missed }: Delivery,
  timeZone: string,
  phone: string,
): string[] {
  const clock = (instant: string) =>
    formatMinuteOfDay(wallTimeAt(Date.parse(instant), timeZone).minuteOfDay);
  if (status === 'delivered' && news) {
    const place = news.place === '' ? '' : `, left ${placeWords(news.place)}`;
    return [`Delivered at ${clock(news.at)}${place}.`];
  }
  if (status === 'missed' && news) {
    const why = news.reason === '' ? '' : `: ${news.reason.toLowerCase()}`;
    return [
      `We couldn’t leave your meals at ${clock(news.at)}${why}.`,
      // Where they may choose, that says what happens next.
      ...(missed
        ? []
        : [`We’ll call you about what happens next. You can call us, too: ${phone}.`]),
    ];
  }
  if (status !== 'out' || !road) return [];
  if (!road.isFresh)
    return [`Expect us ${windowLabel(timeSlot)}. Last news at ${clock(road.newsAt)}.`];
  const stops = road.stopsBefore === 1 ? '1 stop is' : `${road.stopsBefore} stops are`;
  return [
    road.stopsBefore <= SOON_STOPS
      ? 'We should be there within half an hour.'
      : `Expect us between ${clock(road.from)} and ${clock(road.to)}.`,
    road.stopsBefore === 0 ? 'You’re next.' : `${stops} before you.`,
  ];
}

/** Read out when it changes: the customer may be listening for it. */
export function DeliveryNews({ delivery }: { delivery: Delivery }) {
  const { timeZone, phone } = useConfig().business;
  const sentences = describeNews(delivery, timeZone, phone);
  const photo = delivery.news?.photo;
  return (
    <>
      <p aria-live="polite" className="text-lg font-semibold empty:hidden">
        {sentences.join(' ')}
      </p>
      {photo && (
        <img
          src={photo}
          alt="Where the driver left your bags"
          className="max-h-96 max-w-full justify-self-start rounded-2xl"
        />
      )}
    </>
  );
}
