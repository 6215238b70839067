import { type ReactNode, useState } from 'react';
import { mealCount, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { useOrder, useStableCall } from './order-context.tsx';
import { PEOPLE_ID } from './people-list.tsx';

/** Takes people off the order, or adds some: whoever has meals is asked about first. `dialog` belongs anywhere. */
export function useRemovePeople(): {
  remove: (index: number) => void;
  resize: (count: number) => void;
  dialog: ReactNode;
} {
  const { draft, dispatch, facts } = useOrder();
  const [leaving, setLeaving] = useState<{ people: Person[]; go: () => void } | null>(null);

  function ask(people: Person[], go: () => void) {
    if (mealCount(people) > 0) setLeaving({ people, go });
    else go();
  }
  const remove = useStableCall((index: number) =>
    ask(draft.people.slice(index, index + 1), () => {
      dispatch({ type: 'person removed', index });
      // After the dialog has given the focus back to a button that is gone.
      requestAnimationFrame(() => document.getElementById(PEOPLE_ID)?.focus());
    }),
  );
  const resize = useStableCall((count: number) =>
    ask(draft.people.slice(count), () =>
      dispatch({ type: 'people counted', count, calorieTarget: facts.defaultCaloriePlan }),
    ),
  );
  const close = () => setLeaving(null);
  const meals = leaving ? mealCount(leaving.people) : 0;
  const names = leaving ? leaving.people.map(({ name }) => name) : [];
  const dialog = (
    <Dialog
      open={leaving !== null}
      onClose={close}
      title={`Remove ${new Intl.ListFormat('en-AU').format(names)}?`}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Keep
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              leaving?.go();
              close();
            }}
          >
            Remove
          </Button>
        </>
      }
    >
      <p>
        {meals === 1
          ? 'Their meal will be removed too.'
          : `Their ${meals} meals will be removed too.`}
      </p>
    </Dialog>
  );
  return { remove, resize, dialog };
}
