import type { ReactNode } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from './dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: ReactNode;
  /** What is about to happen, with further choices below if needed. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
  /** Label while the action runs: the dialog stays open, and nothing can be pressed twice. */
  busy?: boolean;
  busyLabel?: string;
  /** Whether something will be lost. */
  isDestructive?: boolean;
  /** False: something is still missing. */
  isConfirmable?: boolean;
};

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  onCancel,
  busy = false,
  busyLabel,
  isDestructive = true,
  isConfirmable = true,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button
            variant={isDestructive ? 'danger' : 'primary'}
            size="small"
            busy={busy}
            busyLabel={busyLabel}
            disabled={!isConfirmable}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
