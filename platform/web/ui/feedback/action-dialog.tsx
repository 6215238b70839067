import type { ReactNode } from 'react';
import type { Failure } from '#platform/web/api/failure.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';

type ActionDialogProps = {
  open?: boolean;
  title: ReactNode;
  /** What it does, with choices and a preview if there are any. */
  children: ReactNode;
  /** The button: the verb, and with how many. */
  act: string;
  /** The button while it runs: the dialog stays open, and nothing can be pressed twice. */
  busyLabel?: string;
  /** The way out. */
  keep?: string;
  /** Something is lost. */
  danger?: boolean;
  /** False: something is missing. */
  isReady?: boolean;
  change?: { isBusy: boolean; failure?: Failure | null };
  failureTitle?: string;
  go: () => void;
  onClose: () => void;
};

/** One act with its choices: what was chosen survives a failure, which stands above the button. */
export function ActionDialog({
  open = true,
  title,
  children,
  act,
  busyLabel,
  keep = 'Cancel',
  danger = false,
  isReady = true,
  change: { isBusy, failure = null } = { isBusy: false },
  failureTitle,
  go,
  onClose,
}: ActionDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            {keep}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            size="small"
            busy={isBusy}
            busyLabel={busyLabel}
            disabled={!isReady}
            onClick={go}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        <FailureNotice failure={failure} title={failureTitle} />
      </div>
    </Dialog>
  );
}
