import { FREEZE_ADVICE } from '#domain/ordering/check/meal-dates.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { keepingAdvice } from './keeping-advice.ts';
import { useOrder } from '../state/order-context.tsx';

/** With one delivery, meals for the end of the week do not stay fresh until then. */
export function FreezeAdvice() {
  const { draft, facts, menu } = useOrder();
  const { weeklyDeliveryDay: deliveryDate } = draft;
  if (deliveryDate === null) return null;
  const advice = keepingAdvice(menu, draft.people, deliveryDate, facts);
  const frozen = advice.filter(({ words }) => words === FREEZE_ADVICE).length;
  const others = advice.length - frozen;
  if (advice.length === 0) return null;
  return (
    <Notice title={frozen > 0 ? `${FREEZE_ADVICE}: ${countMeals(frozen)}` : 'These will not keep'}>
      {frozen > 0 && (
        <p>
          Meals keep for {facts.keepsFreshDays - 1}-{facts.keepsFreshDays} days in the fridge.
          Freeze the ones you’ll eat more than {facts.keepsFreshDays} days after delivery as soon as
          they arrive. They are marked above and on their labels.
        </p>
      )}
      {others > 0 && (
        <p>
          {countMeals(others)} cannot be frozen and will not keep until the planned day. Eat{' '}
          {others === 1 ? 'it' : 'them'} by the day marked above, or choose another meal.
        </p>
      )}
    </Notice>
  );
}

function countMeals(count: number): string {
  return count === 1 ? '1 meal' : `${count} meals`;
}
