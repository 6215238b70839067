import { useDeferredValue, useRef, useState } from 'react';
import { mealBlockers } from '#areas/order-book/rules/order-draft.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DeadlineNotice, WeekLine } from '#areas/checkout/web/site/order/deadline-notice.tsx';
import { closedDeliveries } from '#areas/checkout/web/site/deliveries.ts';
import { DELIVERY_IDS, DeliverySection } from '#areas/checkout/web/site/delivery-section.tsx';
import { FullWindowNotice } from '#areas/checkout/web/site/full-window-notice.tsx';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { FRESHNESS_ID, wouldNotKeep } from '#areas/checkout/web/site/freshness-notice.tsx';
import type { Blocker } from '#areas/checkout/web/site/order-bar.tsx';
import { firstEmptyDay } from './next-empty-cell.ts';
import { MealPicker } from './meal-picker.tsx';
import {
  DeferredOrder,
  type OrderInWizard,
  useOrder,
} from '#areas/checkout/web/site/order-context.tsx';
import { PersonTabs } from '#areas/checkout/web/site/person-tabs.tsx';
import { QuickWays } from './quick-ways.tsx';
import { StepLayout } from '#areas/checkout/web/site/order/step-layout.tsx';
import { cellId } from './cell-id.ts';
import { useCellFocus } from './use-cell-focus.ts';
import { cellToShow, type OpenCell, useOpenCell } from './use-open-cell.ts';
import { useWish } from './use-wish.ts';
import { WeekTable } from './week-table.tsx';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { useLocation } from '#platform/web/navigation/address.ts';

export function MealsStep() {
  const order = useOrder();
  const { draft, goTo, facts, week, menu, refreshKitchen } = order;
  const { pick, openPick, movePick, closePick } = useOpenCell(draft.people.length, week.days);
  const { state } = useLocation();
  const [linked] = useState(() => cellToShow(state));
  const [seat, setSeat] = useState(pick?.personIndex ?? linked?.personIndex ?? 0);
  // A window that is full from the start is announced at the top; later, beside the choice, where nothing shifts.
  const [draftOnEntry] = useState(draft);
  const delivery = useRef<HTMLElement>(null);
  const personIndex = Math.min(seat, draft.people.length - 1);
  // The week of fourteen meals takes longer to draw than a tap may wait.
  const shownIndex = useDeferredValue(personIndex);
  const isAnyFull = closedDeliveries(draft, week, facts).length > 0;

  const wish = useWish(pickFor);
  useCellFocus(pick, linked);

  /** Behind the sheet, the table follows: closing returns to the cell that was shown last. */
  function moveTo(cell: OpenCell) {
    setSeat(cell.personIndex);
    movePick(cell);
  }

  function pickFor(cell: OpenCell) {
    setSeat(cell.personIndex);
    openPick(cell);
  }

  function showFullWindow() {
    delivery.current?.querySelector<HTMLElement>('[data-full-window]')?.focus();
  }

  return (
    <StepLayout
      step={2}
      intro={<WeekLine />}
      blockers={blockersAt(order, personIndex)}
      warning={isAnyFull ? FULL_WINDOW : null}
      note={<LastFill />}
      // Continuing with a full window would only be refused at the checkout.
      onContinue={() => (isAnyFull ? showFullWindow() : goTo(3))}
    >
      <DeadlineNotice />
      {draft === draftOnEntry && <FullWindowNotice onChoose={showFullWindow} />}
      {menu.meals.length === 0 ? (
        <EmptyState
          title="No meals on the menu right now"
          action={<Button onClick={refreshKitchen}>Check again</Button>}
        >
          We update the menu every week. Everything you’ve entered so far is saved.
        </EmptyState>
      ) : (
        <>
          <div className="grid gap-4">
            <DeferredOrder>
              <PersonTabs seat={personIndex} onChoose={setSeat} />
            </DeferredOrder>
            <QuickWays personIndex={personIndex} onPick={pickFor} />
            <DeferredOrder>
              <WeekTable personIndex={shownIndex} onPick={openPick} />
            </DeferredOrder>
          </div>
          {/* Its radio buttons must follow at once, but not behind the sheet. */}
          <DeferredOrder isAtOnce={pick === null}>
            <DeliverySection ref={delivery} />
          </DeferredOrder>
          <MealPicker pick={pick} wishId={wish?.id ?? null} onMove={moveTo} onClose={closePick} />
        </>
      )}
    </StepLayout>
  );
}

const FULL_WINDOW = {
  message: 'A delivery window is full. Please choose another',
  at: DELIVERY_IDS.window,
};

/** Why the customer cannot go on, each leading to where it can be put right. */
function blockersAt({ draft, facts, week, menu }: OrderInWizard, personIndex: number): Blocker[] {
  const { people } = draft;
  const days = week.days.map(({ date }) => date);
  const empty = firstEmptyDay(people[personIndex], days, 'dinner') ?? days[0] ?? '';
  const meals = cellId({ personIndex, date: empty, mealType: 'dinner' });
  const blockers: Blocker[] = mealBlockers(draft, facts).map(({ about, message }) => ({
    message,
    at: about === 'meals' ? meals : DELIVERY_IDS[about],
  }));
  const past = pastKeepingIn(draft, menu.find, facts).length;
  return past === 0 ? blockers : [...blockers, { message: wouldNotKeep(past), at: FRESHNESS_ID }];
}

/** What a shortcut has just added, while it can still be undone. */
function LastFill() {
  const { draft, undo, dispatch } = useOrder();
  const added = undo ? mealCount(draft.people) - mealCount(undo.people) : 0;
  return (
    <div role="status">
      {undo && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span>
            {undo.words ??
              (added > 0 ? `${added} ${added === 1 ? 'meal' : 'meals'} added` : 'Meals moved')}
          </span>
          <Button variant="secondary" size="small" onClick={() => dispatch({ type: 'undone' })}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
