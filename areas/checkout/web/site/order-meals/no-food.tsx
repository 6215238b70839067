import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { deliveryTypeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

/** With daily delivery, a day without one of its own has nothing; weekly brings what keeps. */
export function NoFood({ date }: { date: PlainDate }) {
  const { draft, dispatch, facts, week } = useOrder();
  const day = formatDayAndMonth(date);
  const hasWindows = week.days.some((one) => one.date === date && one.windows.length > 0);
  const isDaily = deliveryTypeOfDraft(draft, facts) === 'daily';
  const title = `No food comes on ${day}`;
  if (hasWindows || !isDaily || !offeredDeliveryTypes(facts).includes('weekly'))
    return (
      <EmptyState title={title}>
        Every delivery window that day is full or closed. Choose another day.
      </EmptyState>
    );
  return (
    <EmptyState
      title={title}
      action={
        <Button
          variant="secondary"
          onClick={() => dispatch({ type: 'delivery type chosen', deliveryType: 'weekly' })}
        >
          Choose weekly delivery
        </Button>
      }
    >
      {day} has no delivery. Weekly delivery brings meals for it that keep.
    </EmptyState>
  );
}
