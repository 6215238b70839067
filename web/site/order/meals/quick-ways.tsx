import { useState } from 'react';
import { copyIntoEmptyCells } from '#domain/ordering/draft/copy-meals.ts';
import { Button } from '#web/ui/form/button.tsx';
import { mealsThatSuit } from './eligible-meals.ts';
import { useFillDialog } from './use-fill-dialog.ts';
import { useOrder } from '../state/order-context.tsx';

/** Two shortcuts to fill a week. Both only use empty cells, and both can be undone. */
export function QuickWays({ personIndex }: { personIndex: number }) {
  const order = useOrder();
  const { draft, dispatch } = order;
  const [isFilling, setIsFilling] = useState(false);
  const { loaded, loadAgain } = useFillDialog();
  const person = draft.people[personIndex];
  if (!person) return null;
  const copied = draft.people.map((other) =>
    other === person
      ? other
      : copyIntoEmptyCells(other, person, (to, cell) => mealsThatSuit(order, to, cell)).person,
  );
  const isAnythingToCopy = copied.some(
    (other, index) =>
      other.mealAssignments.length > (draft.people[index]?.mealAssignments.length ?? 0),
  );

  function fill() {
    setIsFilling(true);
    if (loaded === 'failed') loadAgain();
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" onClick={fill}>
        Fill the week for me
      </Button>
      {draft.people.length > 1 && (
        <Button
          variant="secondary"
          size="small"
          disabled={!isAnythingToCopy}
          onClick={() => dispatch({ type: 'meals replaced', people: copied })}
        >
          Copy {person.name}’s meals to everyone
        </Button>
      )}
      <p role="status" className="w-full text-sm text-danger empty:hidden">
        {isFilling && loaded === 'failed'
          ? 'We couldn’t load this. Please check your connection and tap again.'
          : ''}
      </p>
      {loaded !== null && loaded !== 'failed' && (
        <loaded.Dialog
          open={isFilling}
          personIndex={personIndex}
          onClose={() => setIsFilling(false)}
        />
      )}
    </div>
  );
}
