import { PillChoice } from '#web/ui/form/pill-choice.tsx';
import { useState } from 'react';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import { formatDollars } from '#domain/money.ts';
import { fillEmptyCells } from '#domain/ordering/draft/fill-week.ts';
import { mealRuleFor } from '#domain/ordering/draft/meal-for.ts';
import { mealCount, type Person } from '#domain/people/people.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { useOrder } from '../state/order-context.tsx';
import { mealsThatSuit } from './offered-meals.ts';
import { totalsOf } from '../summary/order-totals.ts';

type FillWeekDialogProps = { open: boolean; personIndex: number; onClose: () => void };

type Wish = { forWhom: 'person' | 'everyone'; meals: 'dinner' | 'lunch' | 'both' };

/** Asks for whom and for which meals, and shows the cost before anything is added. */
export function FillWeekDialog({ open, personIndex, onClose }: FillWeekDialogProps) {
  const { draft, dispatch, facts, week, menu } = useOrder();
  const [wish, setWish] = useState<Wish>({ forWhom: 'person', meals: 'dinner' });
  const isFamily = draft.people.length > 1;
  const isForAll = isFamily && wish.forWhom === 'everyone';
  const days = week.days.map((day) => day.date);
  const mealTypes = wish.meals === 'both' ? MEAL_TYPES : [wish.meals];
  const rule = mealRuleFor(draft, facts, days[0]);
  const fillSuiting = (person: Person) =>
    days
      .flatMap((date) => mealTypes.map((mealType) => ({ date, mealType })))
      .reduce(
        (filled, cell) =>
          fillEmptyCells(
            filled,
            { days: [cell.date], mealTypes: [cell.mealType] },
            mealsThatSuit({ menu, rule }, person, cell),
          ),
        person,
      );
  const people = draft.people.map((person, index) =>
    isForAll || index === personIndex ? fillSuiting(person) : person,
  );
  const added = mealCount(people) - mealCount(draft.people);
  const costCents = people.reduce(
    (sum, person, index) =>
      sum +
      totalsOf(person.mealAssignments, menu).priceCents -
      totalsOf(draft.people[index]?.mealAssignments ?? [], menu).priceCents,
    0,
  );

  function fill() {
    dispatch({ type: 'meals replaced', people });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Fill the week"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={added === 0} onClick={fill}>
            {added === 1 ? 'Add 1 meal' : `Add ${added} meals`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {isFamily && (
          <PillChoice
            legend="For whom?"
            value={wish.forWhom}
            pills={[
              { value: 'person', label: draft.people[personIndex]?.name },
              { value: 'everyone', label: `Everyone (${draft.people.length})` },
            ]}
            onChange={(forWhom) => setWish({ ...wish, forWhom })}
            layout="even"
          />
        )}
        <PillChoice
          legend="Which meals?"
          value={wish.meals}
          pills={[
            { value: 'dinner', label: 'Dinners' },
            { value: 'lunch', label: 'Lunches' },
            { value: 'both', label: 'Both' },
          ]}
          onChange={(meals) => setWish({ ...wish, meals })}
          layout="even"
        />
        <p role="status">
          {added === 0
            ? 'There are no more meals to add.'
            : `Varied meals close to the calorie plan, only where nothing is chosen yet: ${formatDollars(costCents)} plus delivery.`}
        </p>
      </div>
    </Dialog>
  );
}
