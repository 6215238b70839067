import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { lastWeekMark } from '#areas/checkout/web/site/last-week-mark.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { PORTIONS } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type LaidMealActionsProps = {
  cell: OpenCell;
  person: Person;
  onMove: (cell: OpenCell) => void;
  onTakeOff: () => void;
};

/** What lies in the open cell, and what can be done with it; a tap on a card changes it. */
export function LaidMealActions({ cell, person, onMove, onTakeOff }: LaidMealActionsProps) {
  const { menu, notices } = useOrder();
  const { helping = 'first', ...first } = cell;
  const laid = mealsAt(person, cell);
  const chosen = laid[PORTIONS[helping]];
  const mark =
    chosen &&
    lastWeekMark(notices, person.name, cell, { mealId: chosen.mealId, at: PORTIONS[helping] });
  if (laid.length === 0) return null;
  const isSecond = helping === 'second';
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p className="mr-auto min-w-0 text-sm wrap-anywhere">
        {chosen ? (
          <>
            Chosen: <strong>{menu.find(chosen.mealId)?.name}</strong>
            {mark && ` · ${mark}`}
          </>
        ) : (
          'Choose the second helping'
        )}
      </p>
      <Button
        variant="quiet"
        size="small"
        onClick={() => onMove(isSecond ? first : { ...first, helping: 'second' })}
      >
        {isSecond ? 'First helping' : 'Second helping'}
      </Button>
      {chosen && (
        <Button variant="quiet" size="small" onClick={onTakeOff}>
          Take off
        </Button>
      )}
    </div>
  );
}
