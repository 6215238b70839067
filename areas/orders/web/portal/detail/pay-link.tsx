import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import type { AdminOrderReply } from '#areas/order-book/calls/admin-orders.ts';
import { amountInDollars } from '#platform/rules/money.ts';
import { sendPayLink } from '#areas/orders/web/portal/admin-orders-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';
import { refreshAround } from '#areas/orders/web/portal/list/order-cache.ts';

/** Asks the customer by email to pay what they owe, on their own page. */
export function PayLink({ order }: { order: AdminOrderReply }) {
  const client = useQueryClient();
  const mayEdit = useMayDo('editOrders');
  const sending = useChange(() => sendPayLink(order), {
    onDone: () => refreshAround(client, order.id),
    toastsFailure: true,
    refresh: [{ queryKey: ['admin-orders', 'one', order.id] }],
  });
  if (!mayEdit || order.owed === '0.00') return null;
  const sent = sending.result;
  return (
    <div className="grid justify-items-start gap-2">
      {sent ? (
        <>
          <p role="status" className="text-sm break-words">
            A link to pay {amountInDollars(sent.amount)} is on its way to {sent.sentTo}.
          </p>
          <CopyField label="Pay link, to pass on another way" value={sent.link} />
        </>
      ) : (
        <p className="text-sm">The customer pays by card on their order’s page.</p>
      )}
      <Button
        size="small"
        variant={sent ? 'secondary' : 'primary'}
        className="max-md:min-h-11"
        busy={sending.isBusy}
        busyLabel="Sending…"
        onClick={() => sending.run()}
      >
        {sent ? 'Send it again' : `Email a pay link for ${amountInDollars(order.owed)}`}
      </Button>
    </div>
  );
}
