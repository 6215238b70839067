import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { OpenCell } from './use-open-cell.ts';

type LaidMealActionsProps = {
  pick: OpenCell;
  person: Person;
  onMove: (cell: OpenCell) => void;
  onClose: () => void;
};

/** What can be done with a laid cell: change it, lay a second helping, take one off. */
export function LaidMealActions({ pick, person, onMove, onClose }: LaidMealActionsProps) {
  const { dispatch } = useOrder();
  const { personIndex, date, mealType, helping = 'first' } = pick;
  const [first, second] = mealsAt(person, pick);
  if (!first) return null;
  const portion = (which: 'first' | 'second') =>
    onMove({ personIndex, date, mealType, helping: which });

  function takeOff() {
    dispatch({
      type: 'meal placed',
      people: [personIndex],
      cell: { date, mealType },
      mealId: null,
      helping,
    });
    onClose();
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        aria-pressed={helping === 'first'}
        className="aria-pressed:bg-primary-soft"
        onClick={() => portion('first')}
      >
        Change
      </Button>
      <Button
        variant="secondary"
        size="small"
        aria-pressed={helping === 'second'}
        className="aria-pressed:bg-primary-soft"
        onClick={() => portion('second')}
      >
        Second helping
      </Button>
      {(helping === 'first' || second) && (
        <Button variant="quiet" size="small" onClick={takeOff}>
          Take off
        </Button>
      )}
    </div>
  );
}
