import { useRef, useState } from 'react';
import { mealBlockers } from '#domain/ordering/order-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { DeadlineNotice, WeekLine } from './deadline-notice.tsx';
import { closedDeliveries } from './deliveries.ts';
import { DeliverySection } from './delivery-section.tsx';
import { MealPicker } from './meal-picker.tsx';
import { useOrder } from './order-context.tsx';
import { PersonTabs } from './person-tabs.tsx';
import { QuickWays } from './quick-ways.tsx';
import { StepLayout } from './step-layout.tsx';
import { usePick } from './use-pick.ts';
import { WeekTable } from './week-table.tsx';

export function MealsStep() {
  const { draft, goTo, facts, week, menu, refreshKitchen } = useOrder();
  const { pick, openPick, closePick } = usePick(draft.people.length, week.days);
  const [seat, setSeat] = useState(pick?.personIndex ?? 0);
  const delivery = useRef<HTMLElement>(null);
  const personIndex = Math.min(seat, draft.people.length - 1);
  const isAnyFull = closedDeliveries(draft, week, facts).length > 0;

  function goOn() {
    // Going on with a full window would only end in a refusal at the checkout.
    const full = delivery.current?.querySelector<HTMLElement>('[data-full-window]');
    if (isAnyFull && full) full.focus();
    else goTo(3);
  }

  return (
    <StepLayout
      step={2}
      intro={<WeekLine />}
      blockers={mealBlockers(draft, facts)}
      warning={isAnyFull ? 'A delivery window is full: please choose another' : null}
      onContinue={goOn}
    >
      <DeadlineNotice />
      {menu.meals.length === 0 ? (
        <EmptyState
          title="No meals on the menu right now"
          action={<Button onClick={refreshKitchen}>Look again</Button>}
        >
          The kitchen updates the menu every Sunday. What you have entered so far is kept.
        </EmptyState>
      ) : (
        <>
          <div className="grid gap-4">
            <PersonTabs seat={personIndex} onChoose={setSeat} />
            <QuickWays personIndex={personIndex} />
            <WeekTable
              personIndex={personIndex}
              onPick={(place) => openPick({ personIndex, ...place })}
            />
          </div>
          <DeliverySection ref={delivery} />
          <MealPicker pick={pick} onClose={closePick} />
        </>
      )}
    </StepLayout>
  );
}
