import { FREEZE_ADVICE } from '#domain/ordering/check/meal-dates.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { keepingAdvice } from './keeping-advice.ts';
import { useOrder } from '../state/order-context.tsx';

/** With one delivery, meals for the end of the week do not keep fresh until then. */
export function FreezeAdvice() {
  const { draft, facts, menu } = useOrder();
  const { weeklyDeliveryDay: deliveryDate } = draft;
  if (deliveryDate === null) return null;
  const advice = keepingAdvice(menu, draft.people, deliveryDate, facts);
  const frozen = advice.filter(({ words }) => words === FREEZE_ADVICE).length;
  const others = advice.length - frozen;
  if (advice.length === 0) return null;
  return (
    <Notice title={frozen > 0 ? `${FREEZE_ADVICE}: ${countMeals(frozen)}` : 'These do not keep'}>
      {frozen > 0 && (
        <p>
          Meals keep for 2-3 days in the fridge. Put the ones you eat more than{' '}
          {facts.keepsFreshDays} days after delivery into the freezer when they arrive. They are
          marked above and on their labels.
        </p>
      )}
      {others > 0 && (
        <p>
          {countMeals(others)} cannot be frozen and {others === 1 ? 'does' : 'do'} not keep until
          the planned day. Please eat {others === 1 ? 'it' : 'them'} by the day marked above, or
          choose another meal.
        </p>
      )}
    </Notice>
  );
}

function countMeals(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}
