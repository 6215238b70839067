import { memo, type Ref } from 'react';
import { deliveryModeOfDraft } from '#areas/order-book/rules/order-draft.ts';
import { AskForBell } from './ask-for-bell.tsx';
import { DateWindows } from './date-windows.tsx';
import { DeliveryTypeChoice } from './delivery-type-choice.tsx';
import { DeferredOrder, useOrder } from './order-context.tsx';
import { WeeklyDayChoice } from './weekly-day-choice.tsx';
import { WindowChoice } from './window-choice.tsx';
import { FREEZE_ADVICE } from '#areas/menu/rules/storage-advice.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LateLunchesNotice } from './late-lunches.tsx';
import { keepingAdvice } from '#areas/checkout/web/site/order-meals/keeping-advice.ts';

/** Where links to what is missing lead. */
export const DELIVERY_IDS = {
  type: 'delivery-type',
  day: 'delivery-day',
  window: 'delivery-window',
};

/** How and when the meals arrive, as soon as there is one. */
export const DeliverySection = memo(function DeliverySection({ ref }: { ref: Ref<HTMLElement> }) {
  const { draft, facts } = useOrder();
  const mode = deliveryModeOfDraft(draft, facts);
  const isWeekly = mode === 'weekly' || (mode === 'choice' && draft.deliveryType === 'weekly');
  const isDaily = mode === 'choice' && draft.deliveryType === 'daily';
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="delivery"
      className="grid gap-6 outline-none border-t border-line pt-6"
    >
      <h2 id="delivery" className="text-xl">
        Delivery
      </h2>
      {mode === 'none' ? (
        <p className="text-ink-soft">
          Choose your first meal above, then choose when it should arrive.
        </p>
      ) : (
        <>
          <div id={DELIVERY_IDS.type}>
            <DeliveryTypeChoice />
          </div>
          {isWeekly && (
            <div id={DELIVERY_IDS.day}>
              <WeeklyDayChoice />
            </div>
          )}
          <div id={DELIVERY_IDS.window}>
            <WindowChoice />
          </div>
          {isDaily && <DateWindows />}
          <LateLunchesNotice />
          <AskForBell />
          {isWeekly && (
            <DeferredOrder>
              <FreezeAdvice />
            </DeferredOrder>
          )}
        </>
      )}
    </section>
  );
});

/** With one delivery, meals for the end of the week are frozen on arrival. */
const FreezeAdvice = memo(function FreezeAdvice() {
  const { draft, facts, menu } = useOrder();
  const { weeklyDeliveryDay: deliveryDate } = draft;
  if (deliveryDate === null) return null;
  const advice = keepingAdvice(menu, draft.people, deliveryDate, facts);
  const frozen = advice.filter(({ words }) => words === FREEZE_ADVICE).length;
  if (frozen === 0) return null;
  return (
    <Notice title={`${FREEZE_ADVICE}: ${frozen === 1 ? '1 meal' : `${frozen} meals`}`}>
      <p>
        Meals keep for {facts.keepsFreshDays - 1}-{facts.keepsFreshDays} days in the fridge. Freeze
        the ones you’ll eat more than {facts.keepsFreshDays} days after delivery as soon as they
        arrive. They are marked above and on their labels.
      </p>
    </Notice>
  );
});
