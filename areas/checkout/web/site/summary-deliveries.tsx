import { serviceOf } from '#areas/business/rules/services.ts';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { QuoteReply } from '#areas/order-book/calls/ordering.ts';
import { formatDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowWithName } from '#areas/business/rules/offered-windows.ts';
import { FREEZE_ADVICE } from '#areas/menu/rules/storage-advice.ts';
import { Price } from '#platform/web/ui/price.tsx';
import { useOrder, type Step } from './order-context.tsx';
import { compareSlotKeys, type SlotKey } from '#areas/business/rules/delivery-slots.ts';
import { compareMealTypes } from '#areas/menu/rules/meal.ts';
import { type ReactNode, useId } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { missedDietsText } from '#areas/needs/rules/unite-people.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

export function SummaryDeliveries({ quote }: { quote: QuoteReply }) {
  const isAnyFrozen = quote.items.some((item) => item.advice === FREEZE_ADVICE);
  return (
    <SummarySection
      title={quote.deliveryType === 'weekly' ? 'One delivery' : 'Daily deliveries'}
      edits={[
        { step: 1, label: 'Edit people' },
        { step: 2, label: 'Edit meals' },
      ]}
    >
      <ul className="grid gap-5">
        {quotedDeliveries(quote).map((delivery) => (
          <Delivery key={`${delivery.date}${delivery.window}`} delivery={delivery} />
        ))}
      </ul>
      {isAnyFrozen && (
        <p className="text-sm text-ink-soft">
          {FREEZE_ADVICE}: these will not stay fresh in the fridge until the day you eat them.
        </p>
      )}
    </SummarySection>
  );
}

function Delivery({ delivery }: { delivery: QuotedDelivery }) {
  const { facts } = useOrder();
  return (
    <li className="grid gap-3">
      <h3 className="border-b border-line pb-1 font-sans text-base font-semibold">
        {formatDate(delivery.date)}, {windowWithName(facts, delivery.window)}
      </h3>
      {delivery.people.map(({ name, items }) => (
        <div key={name} className="grid gap-1">
          <h4 className="font-semibold text-ink-soft">
            <PersonName name={name} />
          </h4>
          <ul className="grid gap-1.5">
            {items.map((item, index) => (
              <Item key={index} item={item} isSecond={isSecondHelping(items, index)} />
            ))}
          </ul>
        </div>
      ))}
    </li>
  );
}

function Item({ item, isSecond }: { item: QuotedItem; isSecond: boolean }) {
  const { facts } = useOrder();
  return (
    <li className="flex items-baseline justify-between gap-4">
      <span>
        {item.mealName}{' '}
        <span className="text-sm text-ink-soft">
          {serviceOf(item.mealType, facts).name}
          {item.mealDate !== item.deliveryDate && ` on ${formatDayAndMonth(item.mealDate)}`}
          {isSecond && ', second helping'}
        </span>
        {item.advice && (
          <span className="block text-sm font-semibold text-info">{item.advice}</span>
        )}
      </span>
      <Price amount={item.price} />
    </li>
  );
}

export type QuotedItem = QuoteReply['items'][number];

type QuotedDelivery = SlotKey & { people: { name: string; items: QuotedItem[] }[] };

/** Deliveries by date; within each, people in the draft's order and their meals in the order of eating. */
export function quotedDeliveries(quote: Pick<QuoteReply, 'items'>): QuotedDelivery[] {
  const bySlot = Map.groupBy(quote.items, (item) => `${item.deliveryDate}|${item.deliveryWindow}`);
  return [...bySlot.values()]
    .flatMap((items) => {
      const [first] = items;
      if (!first) return [];
      const people = [...Map.groupBy(items, (item) => item.personName)].map(
        ([name, itemsOfPerson]) => ({
          name,
          items: itemsOfPerson.toSorted(compareMeals),
        }),
      );
      return [{ date: first.deliveryDate, window: first.deliveryWindow, people }];
    })
    .toSorted(compareSlotKeys);
}

function compareMeals(a: QuotedItem, b: QuotedItem): number {
  if (a.mealDate !== b.mealDate) return a.mealDate < b.mealDate ? -1 : 1;
  return compareMealTypes(a.mealType, b.mealType);
}

/** Whether an earlier item of the same person is for the same time. */
function isSecondHelping(items: readonly QuotedItem[], index: number): boolean {
  const item = items[index];
  return items.some(
    ({ mealDate, mealType }, at) =>
      at < index && mealDate === item?.mealDate && mealType === item.mealType,
  );
}

type SummarySectionProps = {
  title: string;
  edits?: readonly { step: Step; label: string }[];
  children: ReactNode;
};

export function SummarySection({ title, edits = [], children }: SummarySectionProps) {
  const { goTo } = useOrder();
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="grid max-w-3xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        <span className="-mx-4 flex flex-wrap">
          {edits.map(({ step, label }) => (
            <Button key={step} variant="quiet" size="small" onClick={() => goTo(step)}>
              {label}
            </Button>
          ))}
        </span>
      </div>
      {children}
    </Card>
  );
}

export function DietWarnings({ warnings }: { warnings: QuoteReply['dietWarnings'] }) {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" title="Not everything fits everyone’s diet">
      <ul className="list-disc pl-5">
        {warnings.map(({ personName, mealId, mealName, diets }, index) => (
          <li key={`${personName} ${mealId} ${index}`}>
            {mealName} for <PersonName name={personName} />: {missedDietsText(diets)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
