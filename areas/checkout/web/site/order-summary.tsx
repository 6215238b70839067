import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import type { SentRecipient } from '#areas/business/rules/recipient.ts';
import { NO_FOOD_NEEDS } from '#areas/needs/rules/food-needs.ts';
import { NeedsSection } from '#areas/needs/web/needs-list.tsx';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { helpingsOf } from '#areas/order-book/rules/helpings.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import { OWN_BAG } from '#areas/order-book/rules/fee-words.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { AmountList } from '#platform/web/ui/layout/amount-list.tsx';
import { Price } from '#platform/web/ui/price.tsx';

type ForWhomProps = { recipient: SentRecipient | null | undefined };

type OrderSummaryProps = { quote: QuoteReply; order?: PreparedOrder } & Partial<ForWhomProps>;

/** `order`: with whom it feeds, for anyone who pays in the wizard; a pay link says it above. */
export function OrderSummary({ quote, order, recipient = order?.recipient }: OrderSummaryProps) {
  const { phone } = useConfig().business;
  const ordered = quote.items.toSorted(compareByTable);
  const deliveries = [
    ...Map.groupBy(ordered, (item) => `${item.deliveryDate}|${item.deliveryWindow}`).values(),
  ];
  return (
    <Card as="section" className="grid content-start gap-4 self-start" aria-labelledby="summary">
      <h2 id="summary" className="text-xl">
        Your order
      </h2>
      <ForWhom recipient={recipient} />
      {order?.people && (
        <NeedsSection
          people={order.people.map((person) => ({ ...NO_FOOD_NEEDS, ...person }))}
          instructions={order.customer.specialInstructions}
          phone={phone}
        />
      )}
      <details className="group">
        <summary className="flex justify-between gap-4 font-semibold text-primary">
          {quote.items.length} {quote.items.length === 1 ? 'meal' : 'meals'} in {deliveries.length}{' '}
          {deliveries.length === 1 ? 'delivery' : 'deliveries'}
          <span aria-hidden="true" className="transition-transform group-open:rotate-180">
            ⌄
          </span>
        </summary>
        <div className="mt-3 grid gap-4">
          {deliveries.map((items) => (
            <Delivery key={items[0]?.deliveryDate} items={items} />
          ))}
        </div>
      </details>
      <Amounts quote={quote} />
      {quote.fees.length > 1 && <p className="text-sm text-ink-soft">{OWN_BAG}</p>}
    </Card>
  );
}

/** Whom the food goes to, when that is not the payer. */
function ForWhom({ recipient }: ForWhomProps) {
  if (!recipient) return null;
  return (
    <p>
      {recipient.isGift ? 'A present for ' : 'For '}
      <strong>
        {recipient.firstName} {recipient.lastName}
      </strong>
    </p>
  );
}

/** By delivery date, then as eaten: day, lunch before dinner. */
function compareByTable(a: QuoteReply['items'][number], b: QuoteReply['items'][number]): number {
  const keyOf = ({ deliveryDate, mealDate, mealType }: typeof a) =>
    `${deliveryDate} ${mealDate} ${mealType === 'lunch' ? 0 : 1}`;
  return keyOf(a).localeCompare(keyOf(b));
}

function Delivery({ items }: { items: QuoteReply['items'] }) {
  const [first] = items;
  const { business } = useConfig();
  if (!first) return null;
  const helpings = helpingsOf(items);
  return (
    <div>
      <h3 className="text-base font-semibold">
        {formatDate(first.deliveryDate)}, {windowLabel(first.deliveryWindow)}
      </h3>
      <ul className="grid gap-1 text-sm">
        {items.map((item, index) => (
          <li key={index} className="flex justify-between gap-4">
            <span>
              {item.mealName}
              <span className="text-ink-soft">
                {' '}
                · <PersonName name={item.personName} />, {serviceOf(item.mealType, business).name}{' '}
                {formatDayAndMonth(item.mealDate)}
                {helpings[index] === 2 && ', second helping'}
              </span>
            </span>
            <Price amount={item.price} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Amounts({ quote }: { quote: QuoteReply }) {
  const { business } = useConfig();
  const lines = [
    { label: 'Meals', amount: quote.subtotal },
    ...quote.deliveryLines,
    taxLine(business, quote),
  ];
  return (
    <div className="border-t border-line pt-4">
      <AmountList lines={lines} total={quote.total} />
    </div>
  );
}
