import type { ReactNode } from 'react';
import type { FormState } from '#platform/web/api/use-form.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from './button.tsx';

type FormDialogProps = {
  form: Pick<FormState<never, never>, 'props' | 'isBusy' | 'failure'>;
  title: string;
  submitLabel: string;
  busyLabel?: string;
  open?: boolean;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with one form and one button; what no field is to blame for stands under the fields. */
export function FormDialog({
  form,
  title,
  submitLabel,
  busyLabel,
  open = true,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <Button
          type="submit"
          form={form.props.id}
          size="small"
          busy={form.isBusy}
          busyLabel={busyLabel}
        >
          {submitLabel}
        </Button>
      }
    >
      <form {...form.props} className="grid gap-4">
        {children}
        <FailureNotice failure={form.failure} />
      </form>
    </Dialog>
  );
}
