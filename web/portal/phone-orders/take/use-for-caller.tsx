import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneOrderReply } from '#contract/ordering/phone-orders.ts';
import type { PreparedOrder } from '#domain/ordering/draft/prepared-order.ts';
import type { PayLinkWay } from '#domain/ordering/phone/phone-order.ts';
import { ApiError } from '#web/api/api-error.ts';
import { sendPhoneOrder } from '#web/api/portal/orders/phone-orders.ts';
import type { ForCaller } from '#web/navigation/for-caller.ts';
import type { DraftKey } from '#web/storage/order-draft.ts';
import { SendPanel } from './send-panel.tsx';

type Sending = { order: PreparedOrder; onRefused: () => void };

export function useForCaller(
  draftKey: DraftKey,
  onSent: (order: PhoneOrderReply) => void,
): ForCaller {
  const [sendBy, setSendBy] = useState<PayLinkWay>('email_and_text');
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ order }: Sending) => sendPhoneOrder(order, sendBy),
    onSuccess: onSent,
    // Prices, places or meals are others by now: the summary is asked for again.
    onError: (failure, { onRefused }) => {
      if (failure instanceof ApiError && failure.status < 500) onRefused();
    },
  });
  return {
    draftKey,
    sendLabel: 'Send pay link',
    blocker: isPending ? 'Sending…' : null,
    panel: (order) => (
      <SendPanel order={order} sendBy={sendBy} error={error} onChoose={setSendBy} />
    ),
    onSend: (order, onRefused) => mutate({ order, onRefused }),
  };
}
