import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import type { Person } from '#areas/order-book/rules/people.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { useLookCloser } from '#areas/menu/web/use-look-closer.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { useStableCall } from '#areas/checkout/web/site/use-stable-call.ts';
import { LaidMealActions } from './laid-meal-actions.tsx';
import { firstEmptyDay } from './next-empty-cell.ts';
import { PickerActions } from './picker-actions.tsx';
import type { PickerView } from './picker-menu.tsx';
import { DeferredPickerMenu } from './deferred-picker-menu.tsx';
import { PickerTabs } from './picker-tabs.tsx';
import { useKeptScroll } from './use-kept-scroll.ts';
import { allLaidWords, useMealPlacing } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type MealPickerProps = {
  pick: OpenCell | null;
  /** A meal that the customer came with. */
  wishId: number | null;
  onMove: (cell: OpenCell) => void;
  onClose: () => void;
};

const NO_VIEW: PickerView = { sort: 'fits', isUnderCap: false, isForAll: false };

/** The menu for one cell of the week. It stays for the next empty cell, until all are laid. */
export function MealPicker({ pick, wishId, onMove, onClose }: MealPickerProps) {
  const { draft, week } = useOrder();
  const [view, setView] = useState(NO_VIEW);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useKeptScroll(pick);
  const { last, place, undo } = useMealPlacing(pick, { onMove, onDone: onClose });
  const choose = useStableCall((mealId: number) => place(mealId, view.isForAll));
  const { sheet, lookAt } = useLookCloser(({ id }, close) => (
    <Button
      onClick={() => {
        close();
        choose(id);
      }}
    >
      Choose this meal
    </Button>
  ));
  // Without its code there is no closer look; the card still says what people decide by.
  const look = useStableCall((meal: MealReply) => void lookAt(meal));
  const changeView = useStableCall((changes: Partial<PickerView>) =>
    setView({ ...view, ...changes }),
  );
  const person = pick ? draft.people[pick.personIndex] : undefined;
  const days = week.days.map(({ date }) => date);
  const isAllLaid = last !== null && last.next === null;
  useFocusOnMove(heading, pick, isAllLaid);

  function showPerson(personIndex: number) {
    if (!pick) return;
    const empty = firstEmptyDay(draft.people[personIndex], days, pick.mealType);
    onMove({ personIndex, mealType: pick.mealType, date: empty ?? pick.date });
  }

  if (!pick || !person) {
    return (
      <Dialog open={false} onClose={onClose} title="">
        {null}
      </Dialog>
    );
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={
          isAllLaid ? allLaidWords(draft.people, days.length, pick.mealType) : titleOf(pick, person)
        }
        headingRef={heading}
        bodyRef={body}
        toolbar={
          !isAllLaid && (
            <div className="grid gap-2 py-2">
              <PickerTabs seat={pick.personIndex} onChoose={showPerson} />
              <LaidMealActions pick={pick} person={person} onMove={onMove} onClose={onClose} />
            </div>
          )
        }
        actions={
          <PickerActions pick={pick} last={last} onUndo={undo} onMove={onMove} onClose={onClose} />
        }
      >
        {!isAllLaid && (
          <DeferredPickerMenu
            pick={pick}
            view={view}
            onView={changeView}
            wishId={wishId}
            onChoose={choose}
            onLook={look}
          />
        )}
      </Dialog>
      {sheet}
    </>
  );
}

function titleOf({ mealType, date, helping }: OpenCell, { name }: Person): string {
  const kind = mealType === 'lunch' ? 'Lunch' : 'Dinner';
  const second = helping === 'second' ? ', second helping' : '';
  return `${kind} for ${name}, ${formatDayAndMonth(date)}${second}`;
}

/** When the sheet moves on, the title says where; not when it opens, where the browser places the focus. */
function useFocusOnMove(
  heading: RefObject<HTMLHeadingElement | null>,
  pick: OpenCell | null,
  isAllLaid: boolean,
) {
  const before = useRef<OpenCell | null>(null);
  useEffect(() => {
    const hasMoved = before.current !== null && pick !== null && before.current !== pick;
    before.current = pick;
    if (!hasMoved && !isAllLaid) return undefined;
    // Focus makes the browser lay out the page at once: after the frame that answers the tap.
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => heading.current?.focus({ preventScroll: true }));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [heading, pick, isAllLaid]);
}
