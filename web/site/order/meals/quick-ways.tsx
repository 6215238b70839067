import { useState } from 'react';
import { copyIntoEmptyCells } from '#domain/ordering/draft/copy-meals.ts';
import { Button } from '#web/ui/form/button.tsx';
import { mealsThatSuit } from './eligible-meals.ts';
import { FillWeekDialog } from './fill-week-dialog.tsx';
import { useOrder } from '../state/order-context.tsx';

/** Two shortcuts to fill a week. Both only use empty cells, and both can be undone. */
export function QuickWays({ personIndex }: { personIndex: number }) {
  const order = useOrder();
  const { draft, dispatch } = order;
  const [isFilling, setIsFilling] = useState(false);
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
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" onClick={() => setIsFilling(true)}>
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
      <FillWeekDialog
        open={isFilling}
        personIndex={personIndex}
        onClose={() => setIsFilling(false)}
      />
    </div>
  );
}
