import { mealCount, type Person } from '#areas/order-book/rules/people.ts';
import { useOrder, useStableCall } from './order-context.tsx';
import { PEOPLE_ID } from './people-list.tsx';

/** The question before something is lost. Imported at once, dialogs would be in the first load of /order, which opens none. */
export const loadQuestions = () => import('#platform/web/ui/feedback/confirm.tsx');

/** Takes people off the order, or adds some: anyone who has meals is asked about first. */
export function useRemovePeople(): {
  remove: (index: number) => void;
  resize: (count: number) => void;
} {
  const { draft, dispatch, facts } = useOrder();
  const remove = useStableCall(async (index: number) => {
    if (!(await mayLeave(draft.people.slice(index, index + 1)))) return;
    dispatch({ type: 'person removed', index });
    // After the dialog has given the focus back to a button that is gone.
    requestAnimationFrame(() => document.getElementById(PEOPLE_ID)?.focus());
  });
  const resize = useStableCall(async (count: number) => {
    if (await mayLeave(draft.people.slice(count)))
      dispatch({ type: 'people counted', count, calorieTarget: facts.defaultCaloriePlan });
  });
  return { remove, resize };
}

async function mayLeave(people: readonly Person[]): Promise<boolean> {
  const meals = mealCount(people);
  if (meals === 0) return true;
  const { confirm } = await loadQuestions();
  return confirm({
    title: `Remove ${new Intl.ListFormat('en-AU').format(people.map(({ name }) => name))}?`,
    text:
      meals === 1 ? 'Their meal will be removed too.' : `Their ${meals} meals will be removed too.`,
    act: 'Remove',
    keep: 'Keep',
  });
}
