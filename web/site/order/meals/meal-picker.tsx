import { PillChoice } from '#web/ui/form/pill-choice.tsx';
import { useState } from 'react';
import { formatDayAndMonth } from '#domain/calendar/plain-date.ts';
import { mealAt } from '#domain/people/people.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { AllergenFilter } from './allergen-filter.tsx';
import { MealChoice } from './meal-choice.tsx';
import { useOrder } from '../state/order-context.tsx';
import { mealsFor, type CellKey, withoutAllergens } from '../state/order-menu.ts';
import type { OpenCell } from './use-open-cell.ts';

type MealPickerProps = { pick: OpenCell | null; onClose: () => void };

/** The menu for one cell of the week. */
export function MealPicker({ pick, onClose }: MealPickerProps) {
  const { draft, dispatch } = useOrder();
  const person = pick && draft.people[pick.personIndex];
  const chosen = pick && person && mealAt(person, pick);
  const title =
    pick && person
      ? `${pick.mealType === 'lunch' ? 'Lunch' : 'Dinner'} for ${person.name}, ${formatDayAndMonth(pick.date)}`
      : '';

  function cell(people: readonly number[], mealId: number | null) {
    if (pick)
      dispatch({
        type: 'meal placed',
        people,
        cell: { date: pick.date, mealType: pick.mealType },
        mealId,
      });
    onClose();
  }

  return (
    <Dialog
      open={pick !== null}
      onClose={onClose}
      title={title}
      actions={
        <>
          {pick && chosen && (
            <Button variant="secondary" onClick={() => cell([pick.personIndex], null)}>
              Leave empty
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {pick && (
        <Menu
          cell={pick}
          personIndex={pick.personIndex}
          chosenId={chosen ? chosen.mealId : null}
          onChoose={cell}
        />
      )}
    </Dialog>
  );
}

type MenuProps = {
  cell: CellKey;
  personIndex: number;
  chosenId: number | null;
  onChoose: (people: readonly number[], mealId: number) => void;
};

function Menu({ cell, personIndex, chosenId, onChoose }: MenuProps) {
  const { draft, leftOut, menu } = useOrder();
  const [forWhom, setForWhom] = useState<'person' | 'everyone'>('person');
  const onMenu = mealsFor(menu, cell);
  const meals = withoutAllergens(onMenu, leftOut);
  const person = draft.people[personIndex];
  const people = forWhom === 'everyone' ? draft.people.map((_, index) => index) : [personIndex];

  if (onMenu.length === 0) {
    return (
      <EmptyState title={`No ${cell.mealType} on the menu for this day`}>
        Try another day.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      {draft.people.length > 1 && (
        <PillChoice
          legend="For whom?"
          hideLegend
          value={forWhom}
          pills={[
            { value: 'person', label: `Just ${person?.name}` },
            { value: 'everyone', label: `Same for everyone (${draft.people.length})` },
          ]}
          onChange={setForWhom}
          layout="even"
        />
      )}
      <AllergenFilter />
      {meals.length === 0 && (
        <p>
          Every {cell.mealType} contains, or may contain, an allergen you left out. Try another day.
        </p>
      )}
      <ul className="grid gap-3">
        {meals.map((meal) => (
          <MealChoice
            key={meal.id}
            meal={meal}
            isChosen={meal.id === chosenId}
            otherDates={(person?.mealAssignments ?? [])
              .filter(
                (assignment) => assignment.mealId === meal.id && assignment.date !== cell.date,
              )
              .map(({ date }) => date)}
            onChoose={() => onChoose(people, meal.id)}
          />
        ))}
      </ul>
    </div>
  );
}
