import type { ReactNode } from 'react';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';

type ShownOnceDialogProps = {
  title: string;
  label: string;
  value: string;
  children: ReactNode;
  onClose: () => void;
};

/** A secret that nobody can read again. */
export function ShownOnceDialog({ title, label, value, children, onClose }: ShownOnceDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <Button size="small" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-4">
        {children}
        <CopyField label={label} value={value} />
      </div>
    </Dialog>
  );
}
