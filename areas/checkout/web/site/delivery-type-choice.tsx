import { formatDollars } from '#platform/rules/money.ts';
import type { DeliveryType } from '#areas/order-book/rules/delivery-mode.ts';
import { deliveryModeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { priceDraft } from '#areas/order-book/rules/prepared-order.ts';
import { feeSum, OWN_BAG } from '#areas/order-book/rules/order-pricing.ts';
import { ChoiceCards } from '#platform/web/ui/form/choice-cards.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useOrder } from './order-context.tsx';

/** Daily or weekly if the customer can choose; otherwise why it is weekly. */
export function DeliveryTypeChoice() {
  const { draft, dispatch, facts, menu } = useOrder();
  const priceOf = (deliveryType: DeliveryType) =>
    priceDraft({ ...draft, deliveryType }, menu.priceCentsOf, facts);
  const daily = priceOf('daily');
  const dailyFee = formatDollars(daily.deliveryFeeCents);
  const weeklyFee = formatDollars(priceOf('weekly').deliveryFeeCents);
  const sum = feeSum(daily.fees);

  if (deliveryModeOfDraft(draft, facts) === 'weekly') return <WeeklyForced />;
  return (
    <ChoiceCards
      legend="How should it arrive?"
      value={draft.deliveryType}
      onChange={(deliveryType) => dispatch({ type: 'delivery type chosen', deliveryType })}
      hint={
        sum !== null &&
        [
          daily.deliveryFeeCents === 0 ? null : `${sum} = ${dailyFee}.`,
          daily.fees.length > 1 ? OWN_BAG : null,
          `Weekly: ${weeklyFee}.`,
        ]
          .filter(Boolean)
          .join(' ')
      }
      choices={[
        {
          value: 'daily',
          label: 'Daily',
          description: 'Each meal on its own day, cold or warm.',
          detail: dailyFee,
        },
        {
          value: 'weekly',
          label: 'Weekly',
          description: 'Everything on one day, for your fridge.',
          detail: weeklyFee,
        },
      ]}
    />
  );
}

function WeeklyForced() {
  const { draft, facts } = useOrder();
  const few = draft.people
    .filter(({ mealAssignments: { length } }) => length > 0 && length < facts.dailyFromMeals)
    .map(
      ({ name, mealAssignments: { length } }) =>
        `${name} (${length === 1 ? '1 meal' : `${length} meals`})`,
    );
  return (
    <Notice title="One delivery for the whole order">
      <p>
        {new Intl.ListFormat('en-AU').format(few)} {few.length === 1 ? 'has' : 'have'} fewer than{' '}
        {facts.dailyFromMeals} meals, so everything arrives together on one day, for{' '}
        {formatDollars(facts.weeklyFeeCents)} per person. When everyone with meals has{' '}
        {facts.dailyFromMeals} or more, you can also choose daily delivery.
      </p>
    </Notice>
  );
}
