import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import type { WebhookSecretReply } from '#areas/staff/calls/webhooks.ts';
import { webhooksQuery } from '#areas/staff/web/portal/webhooks-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';
import { ShownOnceDialog } from './shown-once-dialog.tsx';
import { WebhookCard } from './webhook-card.tsx';

/** Other programs that are told of orders. */
export function WebhooksSection() {
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<WebhookSecretReply | null>(null);

  function show(reply: WebhookSecretReply) {
    setAdding(false);
    setShown(reply);
  }

  return (
    <section aria-labelledby="webhooks-heading" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="webhooks-heading" className="text-xl">
          Webhooks
        </h2>
        <Button size="small" onClick={() => setAdding(true)}>
          Add webhook
        </Button>
      </div>
      <p className="max-w-prose text-ink-soft">
        We tell another program when an order, a delivery or a refund changes. We send numbers,
        status and amounts, and no names or addresses.
      </p>
      <Loaded query={useQuery(webhooksQuery)} what="the webhooks">
        {(webhooks) =>
          webhooks.length === 0 ? (
            <EmptyState title="No webhooks yet">
              <p>Add one when another program should hear of orders.</p>
            </EmptyState>
          ) : (
            <ul className="grid gap-4">
              {webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onSecret={setShown} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <NewWebhookDialog onClose={() => setAdding(false)} onAdded={show} />}
      {shown && (
        <ShownOnceDialog
          title="Signing secret"
          label="Secret"
          value={shown.secret}
          onClose={() => setShown(null)}
        >
          <p>
            Copy it now: we show it only once. The other program checks with it that an event comes
            from us.
          </p>
          {shown.webhook.oldSecretUntil !== null && (
            <p>The old secret keeps working for 24 hours.</p>
          )}
        </ShownOnceDialog>
      )}
    </section>
  );
}
