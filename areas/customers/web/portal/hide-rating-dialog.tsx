import { hideRating } from '#areas/customers/calls/ratings.ts';
import { LONGEST_HIDE_REASON } from '#areas/customers/rules/meal-ratings.ts';
import { sendHidden } from '#areas/customers/web/portal/aftercare-queries.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

/** Words disappear from everyone for a reason, which the audit trail keeps. `id`: of the rating. */
export function HideRatingDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useForm({
    initial: { hidden: true as const, reason: '' },
    check: hideRating.body,
    send: (values) => sendHidden(id, values),
    refresh: [{ queryKey: ['ratings'] }],
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Hide words"
      submitLabel="Hide"
      busyLabel="Hiding…"
    >
      <p>Nobody reads them any more, neither staff nor customers. The stars count all the same.</p>
      <TextField
        label="Why?"
        maxLength={LONGEST_HIDE_REASON}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
