import { Button } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type BackupCodesDialogProps = { codes: readonly string[]; onClose: () => void };

/** Shown once: we store only their hashes. */
export function BackupCodesDialog({ codes, onClose }: BackupCodesDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Your backup codes"
      actions={
        <Button size="small" onClick={onClose}>
          I’ve saved them
        </Button>
      }
    >
      <div className="grid gap-4">
        <Notice tone="success" announce="polite">
          Two-step sign-in is on.
        </Notice>
        <p>
          Each of these codes signs you in once when you don’t have your phone. We show them only
          once, so save them somewhere safe.
        </p>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-2xl bg-sunken px-5 py-4 font-mono tabular-nums">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyField label="All codes" value={codes.join(' ')} />
      </div>
    </Dialog>
  );
}
