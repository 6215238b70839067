import { warmWords } from '#areas/order-book/rules/warm-portion.ts';
import { PersonName } from '#areas/order-book/web/person-name.tsx';
import type { PayPageReply } from '#areas/checkout/calls/phone-orders.ts';
import { formatDayAndMonth, formatLongDate } from '#platform/rules/plain-date.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { newsText } from '#areas/business/rules/recipient.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { NeedsSection } from '#areas/needs/web/needs-section.tsx';
import { customerName } from '#areas/order-book/rules/order.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

type Ordered = NonNullable<PayPageReply['order']>;

/** All of it in plain sight: the caller has only heard it until now. */
export function OrderedOnPhone({ order }: { order: Ordered }) {
  const { phone } = useConfig().business;
  const { recipient } = order;
  const deliveries = [
    ...Map.groupBy(order.quote.items, (item) => `${item.deliveryDate} ${item.deliveryWindow}`),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Card as="section" padding="large" className="grid gap-5" aria-labelledby="ordered">
      <h2 id="ordered" className="text-xl">
        Is this what you ordered?
      </h2>
      <div className="grid gap-2 rounded-2xl bg-warning-soft px-4 py-3">
        <NeedsSection
          people={order.people}
          instructions={order.specialInstructions}
          phone={phone}
        />
      </div>
      {deliveries.map(([key, items]) => (
        <Delivery key={key} items={items} />
      ))}
      <div>
        <h3 className="text-base font-semibold">Delivered to</h3>
        <p>
          {recipient ? customerName(recipient) : order.name}
          {recipient?.isGift && ', a present'}
        </p>
        <p>{order.address}</p>
        {recipient && (
          <>
            <p>{formatPhone(recipient.phone)}</p>
            {recipient.message !== '' && (
              <p className="whitespace-pre-line">Card: “{recipient.message}”</p>
            )}
            <p className="text-ink-soft">{newsText(recipient)}</p>
          </>
        )}
        <p className="text-ink-soft">
          {order.deliveryPreference === 'warm'
            ? (warmWords(order.quote.items) ?? 'Cold, in insulated packaging')
            : `Cold, left at ${recipient ? 'their' : 'your'} door in an insulated bag`}
        </p>
      </div>
      <p>
        Something isn’t right? Call us before you pay:{' '}
        <a href={paths.phone(phone)} className="font-semibold whitespace-nowrap underline">
          {phone}
        </a>
        . After you pay, you can change the order yourself.
      </p>
    </Card>
  );
}

function Delivery({ items }: { items: Ordered['quote']['items'] }) {
  const [first] = items;
  if (!first) return null;
  return (
    <div>
      <h3 className="text-base font-semibold">
        {formatLongDate(first.deliveryDate)}, {windowLabel(first.deliveryWindow)}
      </h3>
      <ul className="mt-1 grid gap-1">
        {items.map((item, index) => (
          <li key={index}>
            {item.mealName}{' '}
            <span className="text-ink-soft">
              · <PersonName name={item.personName} />, {item.mealType}
              {item.mealDate !== item.deliveryDate && ` ${formatDayAndMonth(item.mealDate)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
