import { useState } from 'react';
import type { PhoneOrderReply } from '#areas/checkout/calls/phone-orders.ts';
import type { PayLinkWay } from '#areas/order-book/rules/phone-order.ts';
import { failureOf } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { sendPhoneOrder } from '#areas/checkout/web/portal/phone-orders-queries.ts';
import type { ForCaller, Sending } from '#areas/checkout/web/for-caller.ts';
import type { DraftKey } from '#areas/order-book/web/kept-order-draft.ts';
import { SendPanel } from './send-panel.tsx';

export function useForCaller(
  draftKey: DraftKey,
  onSent: (order: PhoneOrderReply) => void,
): ForCaller {
  const [sendBy, setSendBy] = useState<PayLinkWay>('email_and_text');
  const sending = useChange(
    async ({ order, evenIfClosed, onRefused }: Sending) => {
      try {
        return await sendPhoneOrder({ order, sendBy, evenIfClosed });
      } catch (error) {
        // Prices, places or meals are others by now: the summary is asked for again.
        if (failureOf(error)?.is === 'refused') onRefused();
        throw error;
      }
    },
    { onDone: onSent },
  );
  return {
    draftKey,
    sendLabel: 'Send pay link',
    blocker: sending.isBusy ? 'Sending…' : null,
    panel: (order) => (
      <SendPanel order={order} sendBy={sendBy} failure={sending.failure} onChoose={setSendBy} />
    ),
    onSend: sending.run,
  };
}
