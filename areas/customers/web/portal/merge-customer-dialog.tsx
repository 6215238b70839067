import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  CustomerSummary,
  MergeConflict,
  MergePreview,
} from '#areas/customers/calls/customers.ts';
import { formatPhone } from '#areas/business/rules/australian-phone.ts';
import { describeFailure, readConflictReply } from '#platform/web/api/api-error.ts';
import { fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { fetchMergePreview, sendMerge } from '#areas/customers/web/portal/customers-queries.ts';
import { isSignedOut } from '#platform/web/api/session.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const CODES: MergeConflict['code'][] = ['preview_changed'];

type MergeCustomerDialogProps = {
  id: number;
  /** Of someone with the same phone, to start with. */
  suggestedEmail: string;
  onClose: () => void;
};

/** Asks whom to join to this customer, shows both, and joins just these. */
export function MergeCustomerDialog({ id, suggestedEmail, onClose }: MergeCustomerDialogProps) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [email, setEmail] = useState(suggestedEmail);
  const [preview, setPreview] = useState<MergePreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function refuse(error: Error) {
    if (isSignedOut(error)) return;
    const conflict = readConflictReply<MergeConflict>(error, CODES);
    setPreview(conflict?.preview ?? null);
    setProblem(conflict?.message ?? fieldErrorsOf(error)['email'] ?? describeFailure(error));
  }
  const asking = useMutation({
    mutationFn: () => fetchMergePreview(id, email),
    onSuccess: (found) => {
      setProblem(null);
      setPreview(found);
    },
    onError: refuse,
  });
  const merging = useMutation({
    mutationFn: (seen: MergePreview) => sendMerge(id, email, seen.previewHash),
    onSuccess: async () => {
      showToast({ title: 'Customers Merged', tone: 'success' });
      onClose();
      await client.invalidateQueries({ queryKey: ['customers'] });
    },
    onError: refuse,
  });
  return (
    <ConfirmDialog
      open
      title={preview ? 'Merge these two customers?' : 'Merge with another customer'}
      confirmLabel={preview ? 'Merge for good' : 'Preview'}
      isDestructive={preview !== null}
      busy={asking.isPending || merging.isPending}
      busyLabel={preview ? 'Merging…' : 'Looking…'}
      onConfirm={() => (preview ? merging.mutate(preview) : asking.mutate())}
      onCancel={onClose}
    >
      {preview ? (
        <div className="grid gap-4">
          {problem !== null && <Notice tone="warning" announce="polite" title={problem} />}
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
          error={problem}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
    </ConfirmDialog>
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
