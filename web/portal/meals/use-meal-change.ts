import { useQueryClient } from '@tanstack/react-query';
import { readStaleMeal, STAFF_MEALS_KEY } from '#web/api/portal/staff-meals.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';

type MealChange<Given, Reply> = {
  mutationFn: (given: Given) => Promise<Reply>;
  /** 'update': what could not be done, when it could not. */
  verb: 'create' | 'update' | 'delete';
  done: { title: string; description?: string };
  onSuccess?: (reply: Reply) => void;
};

/** What every change made from the list has in common: it says how it went, and the meals are asked for again. */
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
