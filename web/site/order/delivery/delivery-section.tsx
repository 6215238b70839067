import type { Ref } from 'react';
import { deliveryModeOfDraft } from '#domain/ordering/draft/order-draft.ts';
import { DateWindows } from './date-windows.tsx';
import { DeliveryTypeChoice } from './delivery-type-choice.tsx';
import { FreezeAdvice } from '../meals/freeze-advice.tsx';
import { useOrder } from '../state/order-context.tsx';
import { WeeklyDayChoice } from './weekly-day-choice.tsx';
import { WindowChoice } from './window-choice.tsx';

/** How and when the meals arrive, as soon as there is one. */
export function DeliverySection({ ref }: { ref: Ref<HTMLElement> }) {
  const { draft, facts } = useOrder();
  const mode = deliveryModeOfDraft(draft, facts);
  const isWeekly = mode === 'weekly' || (mode === 'choice' && draft.deliveryType === 'weekly');
  const isDaily = mode === 'choice' && draft.deliveryType === 'daily';
  return (
    <section ref={ref} aria-labelledby="delivery" className="grid gap-6 border-t border-line pt-6">
      <h2 id="delivery" className="text-xl">
        Delivery
      </h2>
      {mode === 'none' ? (
        <p className="text-ink-soft">
          Choose your first meal above, then choose when it should arrive.
        </p>
      ) : (
        <>
          <DeliveryTypeChoice />
          {isWeekly && <WeeklyDayChoice />}
          <WindowChoice />
          {isDaily && <DateWindows />}
          {isWeekly && <FreezeAdvice />}
        </>
      )}
    </section>
  );
}
