import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { paymentsOverviewQuery } from '#areas/payments/web/portal/payments-overview-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import type { ToastMessage } from '#platform/web/ui/feedback/toast-region.tsx';

type PaymentsChange<Given, Reply> = {
  send: (given: Given) => Promise<Reply>;
  /** Toasts of the action. */
  tell: (reply: Reply, given: Given) => ToastMessage;
  onDone?: () => void;
  /** Shows the reason of a failure in the dialog, which stays open for it. */
  failsIn: 'toast' | 'dialog';
};

/** What all actions of the page share: a toast with the result, and refetching the page, also after a refusal. */
export function usePaymentsChange<Given, Reply>({
  send,
  tell,
  onDone,
  failsIn,
}: PaymentsChange<Given, Reply>) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useMutation({
    mutationFn: send,
    onSuccess(reply, given) {
      onDone?.();
      showToast(tell(reply, given));
    },
    onError(error) {
      if (isSignedOut(error) || failsIn === 'dialog') return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
    onSettled: () => client.invalidateQueries(paymentsOverviewQuery),
  });
}
