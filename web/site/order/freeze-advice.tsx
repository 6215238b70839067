import { FREEZE_ADVICE, shouldFreeze } from '#domain/ordering/meal-dates.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useOrder } from './order-context.tsx';

/** With one delivery, meals for the end of the week do not keep fresh until then. */
export function FreezeAdvice() {
  const { draft, facts } = useOrder();
  const { weeklyDeliveryDay: deliveryDate } = draft;
  if (deliveryDate === null) return null;
  const frozen = draft.people
    .flatMap(({ mealAssignments }) => mealAssignments)
    .filter(({ date }) => shouldFreeze({ deliveryDate, mealDate: date }, facts)).length;
  if (frozen === 0) return null;
  return (
    <Notice title={`${FREEZE_ADVICE}: ${frozen === 1 ? '1 meal' : `${frozen} meals`}`}>
      <p>
        Meals keep for 2-3 days in the fridge. Put the ones you eat more than {facts.keepsFreshDays}{' '}
        days after delivery into the freezer when they arrive. They are marked above and on their
        labels.
      </p>
    </Notice>
  );
}
