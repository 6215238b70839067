import { useState } from 'react';
import type { CustomerDraft } from '#areas/order-book/rules/order-draft.ts';
import { customerName } from '#areas/order-book/rules/order.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';

type CallerBarProps = { customer: CustomerDraft; onStartOver: () => void };

/** Above the wizard, so that nobody takes it for an order of their own. */
export function CallerBar({ customer, onStartOver }: CallerBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const name = customerName(customer).trim();
  return (
    <aside
      aria-label="Caller"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-ink px-4 py-2 text-surface sm:px-6"
    >
      <p className="font-semibold">Phone order for {name === '' ? 'a new customer' : name}</p>
      <div className="flex flex-wrap items-center gap-x-4">
        <Link
          to={paths.admin({ tab: 'phone' })}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Phone orders
        </Link>
        <button
          type="button"
          className="min-h-11 underline underline-offset-4"
          onClick={() => setIsAsking(true)}
        >
          Start over
        </button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Discard this order?"
        confirmLabel="Discard"
        cancelLabel="Keep it"
        onConfirm={onStartOver}
        onCancel={() => setIsAsking(false)}
      >
        <p>What you have entered for this caller is lost. Nothing was sent or held.</p>
      </ConfirmDialog>
    </aside>
  );
}
