import { AsWritten } from '#platform/web/ui/as-written.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { sendCancellation, trackedOrderQuery } from '#areas/order-book/web/site/orders-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { focusPageHeading } from '#platform/web/ui/feedback/result-place.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

export function CancelOwnOrder({ order, token }: { order: TrackedOrderReply; token: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const { queryKey } = trackedOrderQuery(token);
  const cancelling = useMutation({
    mutationFn: () => sendCancellation(token),
    onSuccess(cancelled) {
      client.setQueryData(queryKey, cancelled);
      // The top of the page says what came of it.
      focusPageHeading();
    },
    // Most likely the cutoff has passed while the page was open: the refetched order says so.
    onError: () => client.invalidateQueries({ queryKey }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button variant="danger" size="small" onClick={() => setIsAsking(true)}>
        Cancel this order
      </Button>
      {cancelling.error && (
        <Notice tone="error" announce="now">
          {describeFailure(cancelling.error)}
        </Notice>
      )}
      <ActionDialog
        open={isAsking}
        title="Cancel this order?"
        act="Cancel order"
        keep="Keep order"
        busyLabel="Cancelling…"
        change={{ isBusy: cancelling.isPending }}
        go={() => cancelling.mutate()}
        onClose={() => setIsAsking(false)}
        danger
      >
        <p>
          We won’t deliver order <AsWritten>{order.orderNumber}</AsWritten>, and we’ll refund the
          full amount to your card. This cannot be undone.
        </p>
      </ActionDialog>
    </>
  );
}
