import { useRef, useState } from 'react';
import { mealBlockers } from '#areas/order-book/rules/order-draft.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { closedDeliveries, takenText } from '#areas/checkout/web/site/deliveries.ts';
import { DELIVERY_IDS, DeliverySection } from '#areas/checkout/web/site/delivery-section.tsx';
import { keptKey } from '#areas/checkout/rules/draft/late-lunches.ts';
import { LATE_LUNCHES_ID, unaskedLunches } from '#areas/checkout/web/site/late-lunches.tsx';
import { fullWindowNotices } from '#areas/checkout/web/site/other-windows.tsx';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { NOTICES_ID, wouldNotKeep } from '#areas/checkout/web/site/order/notices.ts';
import type { Blocker } from '#areas/checkout/web/site/order-bar.tsx';
import {
  DeferredOrder,
  type OrderInWizard,
  useOrder,
} from '#areas/checkout/web/site/order-context.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';
import { CHOOSING_TABLE_ID, ChoosingTable } from './choosing-table.tsx';

export function MealsStep() {
  const order = useOrder();
  const { draft, dispatch, goTo, facts, week, menu, refreshKitchen } = order;
  // Asked once: anyone who goes on all the same wants them so.
  const [isAsked, setIsAsked] = useState(false);
  // A window that is full from the start is announced at the top; later, beside the choice, where nothing shifts.
  const [draftOnEntry] = useState(draft);
  const delivery = useRef<HTMLElement>(null);
  const taken = closedDeliveries(draft, week, facts);
  const isAnyFull = taken.length > 0;

  function showFullWindow() {
    document.querySelector<HTMLElement>('[data-full-window]')?.focus();
  }

  function showDelivery() {
    delivery.current?.scrollIntoView({ block: 'start' });
    delivery.current?.focus({ preventScroll: true });
  }

  function goOn() {
    const late = unaskedLunches(order);
    // Continuing with a full window would only be refused at the checkout.
    if (isAnyFull) showFullWindow();
    else if (late.length > 0 && !isAsked) {
      setIsAsked(true);
      const question = document.getElementById(LATE_LUNCHES_ID);
      question?.scrollIntoView({ block: 'center' });
      question?.focus({ preventScroll: true });
    } else {
      if (late.length > 0) dispatch({ type: 'late lunches kept', keys: late.map(keptKey) });
      goTo(3);
    }
  }

  return (
    <StepLayout
      step={2}
      intro={<p className="low:text-sm">{weekText(week)}</p>}
      blockers={blockersAt(order)}
      warning={isAnyFull ? { message: takenText(week, taken), at: DELIVERY_IDS.window } : null}
      notices={draft === draftOnEntry ? fullWindowNotices(order, showFullWindow) : []}
      onContinue={goOn}
    >
      {menu.meals.length === 0 ? (
        <EmptyState
          title="No meals on the menu right now"
          action={<Button onClick={refreshKitchen}>Check again</Button>}
        >
          Everything you’ve entered so far is saved.
        </EmptyState>
      ) : (
        <>
          <ChoosingTable onDone={showDelivery} />
          <DeferredOrder>
            <DeliverySection ref={delivery} />
          </DeferredOrder>
        </>
      )}
    </StepLayout>
  );
}

/** "Tue 1 – Mon 7 Dec". */
function weekText({ weekStart, weekEnd }: OrderInWizard['week']): string {
  const [start, end] = [weekStart, weekEnd].map(formatDayAndMonth);
  const month = ` ${end?.split(' ').at(-1)}`;
  return `${start?.replace(month, '')} – ${end}`;
}

/** Why the customer cannot go on, each leading to where it can be put right. */
function blockersAt({ draft, facts, menu }: OrderInWizard): Blocker[] {
  const blockers: Blocker[] = mealBlockers(draft, facts).map(({ about, message }) => ({
    message,
    at: about === 'meals' ? CHOOSING_TABLE_ID : DELIVERY_IDS[about],
  }));
  const past = pastKeepingIn(draft, menu.find, facts).length;
  return past === 0 ? blockers : [...blockers, { message: wouldNotKeep(past), at: NOTICES_ID }];
}
