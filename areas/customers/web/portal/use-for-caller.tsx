import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import type { PreparedOrder } from '#areas/order-book/rules/prepared-order.ts';
import type { PayLinkWay } from '#areas/order-book/rules/phone-order.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { sendPhoneOrder } from '#areas/checkout/web/portal/phone-orders-queries.ts';
import type { ForCaller } from '#areas/checkout/web/for-caller.ts';
import type { DraftKey } from '#areas/order-book/web/kept-order-draft.ts';
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
