import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { PaymentDueReply } from '#contract/ordering/order-change.ts';
import type { TrackedOrderReply } from '#contract/orders.ts';
import { readPaymentDue, sendChange } from '#web/api/site/order-change.ts';
import { trackedOrderQuery } from '#web/api/site/orders.ts';
import { paths } from '#web/navigation/paths.ts';
import { useToast } from '#web/ui/feedback/toast.tsx';

/** Sends a change that was quoted. What must be paid first comes to `onDue`; everything else that goes wrong is `error`. */
export function useSendChange(
  token: string,
  {
    onDone,
    onDue,
  }: { onDone: (order: TrackedOrderReply) => void; onDue: (due: PaymentDueReply) => void },
) {
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (asked: Parameters<typeof sendChange>[1]) => sendChange(token, asked),
    onSuccess: onDone,
    onError(failure) {
      const due = readPaymentDue(failure);
      if (due) onDue(due);
    },
  });
  return {
    send: mutate,
    reset,
    isSending: isPending,
    error: error && readPaymentDue(error) ? null : error,
  };
}

/** Back on the order's page, which says on top what was changed. */
export function useChangeMade(token: string): (order: TrackedOrderReply) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { showToast } = useToast();
  return (order) => {
    client.setQueryData(trackedOrderQuery(token).queryKey, order);
    showToast({
      title: 'Order Changed',
      description: 'We’re emailing you the new details.',
      tone: 'success',
    });
    void navigate(paths.tracking(token), { replace: true, state: { isJustChanged: true } });
  };
}
