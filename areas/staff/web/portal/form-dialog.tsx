import { type ReactNode, type SyntheticEvent, useId } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';

type FormDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  submitLabel: string;
  busy: boolean;
  onSubmit: () => void;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with one form and one button. */
export function FormDialog({
  open,
  onClose,
  title,
  submitLabel,
  busy,
  onSubmit,
  children,
}: FormDialogProps) {
  const formId = useId();

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (!busy) onSubmit();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <Button type="submit" form={formId} size="small" busy={busy}>
          {submitLabel}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {children}
      </form>
    </Dialog>
  );
}
