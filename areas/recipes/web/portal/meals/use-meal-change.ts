import { useQueryClient } from '@tanstack/react-query';
import { readStaleMeal, STAFF_MEALS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type MealChange<Given, Reply> = {
  mutationFn: (given: Given) => Promise<Reply>;
  /** Names the action in the failure message: 'update'. */
  verb: 'create' | 'update' | 'delete';
  done: { title: string; description?: string };
  onSuccess?: (reply: Reply) => void;
};

/** What all changes from the list share: a toast with the result, and refetching the meals. */
export function useMealChange<Given, Reply>({
  mutationFn,
  verb,
  done,
  onSuccess,
}: MealChange<Given, Reply>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return {
    mutationFn,
    onSuccess: (reply: Reply) => {
      showToast({ ...done, tone: 'success' });
      onSuccess?.(reply);
    },
    onError: (error: unknown) => {
      const description =
        readStaleMeal(error)?.message ?? `Failed to ${verb} meal. Please try again.`;
      showToast({ title: 'Error', description, tone: 'error' });
    },
    onSettled: () => client.invalidateQueries({ queryKey: STAFF_MEALS_KEY }),
  };
}
