import { readStaleMeal, STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type MealChange<Reply> = {
  /** Names the action in the failure message: 'update'. */
  verb: 'create' | 'update' | 'delete';
  done: { title: string; description?: string };
  onDone?: (reply: Reply) => void;
};

/** What all changes from the list share: a toast with the result, and refetching the meals. */
export function useMealChange<Reply, Given = void>(
  send: (given: Given) => Promise<Reply>,
  { verb, done, onDone }: MealChange<Reply>,
) {
  const { showToast } = useToast();
  return useChange(send, {
    onDone,
    says: () => ({ ...done, tone: 'success' }),
    onFailure(_failure, { error }) {
      const description =
        readStaleMeal(error)?.message ?? `Failed to ${verb} meal. Please try again.`;
      showToast({ title: 'Error', description, tone: 'error' });
    },
    refresh: [{ queryKey: STAFF_MEALS_KEY }],
  });
}
