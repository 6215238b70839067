import { mealCount } from '#domain/people/people.ts';
import { Button } from '#web/ui/form/button.tsx';
import { useOrder } from '../state/order-context.tsx';

/** What a shortcut has just added, while it can still be undone. */
export function LastFill() {
  const { draft, undo, dispatch } = useOrder();
  const added = undo ? mealCount(draft.people) - mealCount(undo.people) : 0;
  return (
    <div role="status">
      {undo && (
        <div className="flex items-center justify-between gap-3 text-sm">
          <span>
            {added > 0 ? `${added} ${added === 1 ? 'meal' : 'meals'} added` : 'Meals moved'}
          </span>
          <Button variant="secondary" size="small" onClick={() => dispatch({ type: 'undone' })}>
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
