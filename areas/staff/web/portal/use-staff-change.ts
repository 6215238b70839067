import { useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { NotConfirmed } from '#platform/web/api/confirm-first.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

type StaffChange<Given, Reply> = {
  mutationFn: (given: Given) => Promise<Reply>;
  onSuccess?: (reply: Reply) => void;
  /** Toast title on success. */
  done?: string;
};

/** What all changes to accounts share: a toast with the result, and refetching the list. */
export function useStaffChange<Given, Reply>({
  mutationFn,
  onSuccess,
  done,
}: StaffChange<Given, Reply>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return {
    mutationFn,
    onSuccess: (reply: Reply) => {
      onSuccess?.(reply);
      if (done !== undefined) showToast({ title: done, tone: 'success' });
    },
    onError: (error: unknown) => {
      if (error instanceof NotConfirmed) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries(staffQuery),
  };
}
