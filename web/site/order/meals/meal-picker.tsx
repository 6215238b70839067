import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { type Helping, mealsAt, type Person } from '#domain/people/people.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useOrder } from '../state/order-context.tsx';
import { LaidMealActions } from './laid-meal-actions.tsx';
import { firstEmptyDay } from './next-empty-cell.ts';
import { PickerActions } from './picker-actions.tsx';
import { PickerMenu, type PickerView } from './picker-menu.tsx';
import { PickerTabs } from './picker-tabs.tsx';
import { useKeptScroll } from './use-kept-scroll.ts';
import { allLaidWords, useMealPlacing } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type MealPickerProps = {
  pick: OpenCell | null;
  onMove: (cell: OpenCell) => void;
  onClose: () => void;
};

const NO_VIEW: PickerView = { sort: 'fits', isUnderCap: false, isForAll: false };

/** The menu for one cell of the week. It stays for the next empty cell, until all are laid. */
export function MealPicker({ pick, onMove, onClose }: MealPickerProps) {
  const { draft, week } = useOrder();
  const [view, setView] = useState(NO_VIEW);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useKeptScroll(pick);
  const { last, place, undo } = useMealPlacing(pick, { onMove, onDone: onClose });
  const choose = useLatest((mealId: number) => place(mealId, view.isForAll));
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
        <PickerMenu
          pick={pick}
          person={person}
          chosenId={mealsAt(person, pick)[PORTIONS[pick.helping ?? 'first']]?.mealId ?? null}
          view={view}
          onView={(changes) => setView({ ...view, ...changes })}
          onChoose={choose}
        />
      )}
    </Dialog>
  );
}

const PORTIONS: Record<Helping, number> = { first: 0, second: 1 };

function titleOf({ mealType, date, helping }: OpenCell, { name }: Person): string {
  const kind = mealType === 'lunch' ? 'Lunch' : 'Dinner';
  const second = helping === 'second' ? ', second helping' : '';
  return `${kind} for ${name}, ${formatDayAndMonth(date)}${second}`;
}

/** The same function for good, so that the meals of the list need not be drawn again. */
function useLatest(call: (mealId: number) => void): (mealId: number) => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback((mealId: number) => latest.current(mealId), []);
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
    if (hasMoved || isAllLaid) heading.current?.focus({ preventScroll: true });
    before.current = pick;
  }, [heading, pick, isAllLaid]);
}
