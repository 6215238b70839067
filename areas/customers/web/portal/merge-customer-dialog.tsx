import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import {
  type CustomerSummary,
  type MergePreview,
  mergeCustomers,
} from '#areas/customers/calls/customers.ts';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { detailsOf } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type MergeCustomerDialogProps = { id: number; suggestedEmail: string; onClose: () => void };

export function MergeCustomerDialog({ id, suggestedEmail, onClose }: MergeCustomerDialogProps) {
  const [email, setEmail] = useState(suggestedEmail);
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const params = { id: String(id) };
  const asking = useChange(mergeCustomers, {
    onDone(found) {
      merging.reset();
      setPreview(found.preview);
    },
  });
  const merging = useChange(mergeCustomers, {
    refresh: [{ queryKey: ['customers'] }],
    says: 'Customers Merged',
    onDone: onClose,
    onFailure(failure) {
      setPreview(
        (detailsOf(failure, 'preview_changed')?.preview as MergePreview | undefined) ?? null,
      );
    },
  });
  const failure = merging.failure ?? asking.failure;
  const problem = failure?.is === 'fields' ? failure.fields['email'] : failure?.message;
  return (
    <ActionDialog
      title={preview ? 'Merge these two customers?' : 'Merge with another customer'}
      act={preview ? 'Merge for good' : 'Preview'}
      danger={preview !== null}
      change={{ isBusy: asking.isBusy || merging.isBusy }}
      busyLabel={preview ? 'Merging…' : 'Looking…'}
      go={() =>
        preview
          ? merging.run({ params, body: { email, previewHash: preview.previewHash } })
          : asking.run({ params, body: { email, dryRun: true } })
      }
      onClose={onClose}
    >
      {preview ? (
        <div className="grid gap-4">
          {problem !== undefined && <Notice tone="warning" announce="polite" title={problem} />}
          <Side heading="This page stays" customer={preview.kept} />
          <Side heading="This customer joins it" customer={preview.joined} />
          <p>
            Orders, notes, allergies and spend are shown together from now on, also for future
            orders with either email. Each order keeps its own name, email and address. This cannot
            be undone.
          </p>
        </div>
      ) : (
        <TextField
          label="Email of the other customer"
          hint="Only merge two addresses of the same person."
          type="email"
          value={email}
          error={problem ?? null}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
    </ActionDialog>
  );
}

function Side({ heading, customer }: { heading: string; customer: CustomerSummary }) {
  const { name, email, phone, suburb, orders } = customer;
  return (
    <section className="border-l-2 border-line pl-3" aria-label={heading}>
      <h3 className="font-semibold">{heading}</h3>
      <p className="break-words">
        {name}, {email}, {formatPhone(phone)}, {suburb}:{' '}
        {orders === 1 ? '1 order' : `${orders} orders`}
      </p>
    </section>
  );
}
