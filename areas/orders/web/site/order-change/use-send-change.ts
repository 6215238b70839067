import { useMutation } from '@tanstack/react-query';
import type { PaymentDueReply } from '#areas/order-book/calls/order-change.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { readPaymentDue, sendChange } from '#areas/orders/web/site/order-change-queries.ts';
import { JUST_CHANGED } from '#areas/orders/web/site/tracking/change-history.tsx';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';

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
export function useChangeMade(token: string): () => void {
  const navigate = useNavigate();
  return () => void navigate(`${paths.tracking(token)}?${JUST_CHANGED}=1`, { replace: true });
}
