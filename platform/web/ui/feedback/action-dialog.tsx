import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Failure } from '#platform/web/api/failure.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Notice } from './notice.tsx';

/** What of a query for a preview says whether it still holds. */
type Preview = {
  data: { previewHash: string } | undefined;
  isFetching: boolean;
  /** What is shown belongs to other choices. */
  isPlaceholderData: boolean;
  refetch: (how: {
    cancelRefetch: boolean;
  }) => Promise<{ data: { previewHash: string } | undefined }>;
};

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
  /**
   * What `go` agrees to. A press while it is fetched waits for it: it acts if it comes to the same as what was shown, else
   * that is shown first.
   */
  preview?: Preview | undefined;
  /** How it went, in place of everything else: what could not be done, and why. */
  result?: ReactNode;
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
  preview,
  result,
  change: { isBusy, failure = null } = { isBusy: false },
  failureTitle,
  go,
  onClose,
}: ActionDialogProps) {
  const { press, isWaiting, hasChanged } = usePress(preview, go);
  if (result !== undefined)
    return (
      <Dialog open={open} onClose={onClose} title={title} done="Done">
        {result}
      </Dialog>
    );
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
            busy={isBusy || isWaiting}
            busyLabel={isBusy ? busyLabel : act}
            disabled={!isReady}
            onClick={press}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {children}
        {hasChanged && (
          <Notice tone="warning" announce="now">
            <p>This has changed. Check it, then press again.</p>
          </Notice>
        )}
        <FailureNotice failure={failure} title={failureTitle} />
      </div>
    </Dialog>
  );
}

/** Presses that wait for the preview. */
function usePress(preview: Preview | undefined, go: () => void) {
  const shown = preview?.isPlaceholderData ? undefined : preview?.data?.previewHash;
  const [isWaiting, setWaiting] = useState(false);
  /** What came instead of what was agreed to. */
  const [instead, setInstead] = useState<string | undefined>();
  // Other choices may be made while a press waits.
  const now = useRef({ shown, go });
  useLayoutEffect(() => {
    now.current = { shown, go };
  });
  async function press() {
    setInstead(undefined);
    if (!preview?.isFetching) return go();
    setWaiting(true);
    const { data } = await preview.refetch({ cancelRefetch: false });
    setWaiting(false);
    const came = data?.previewHash;
    if (came !== undefined && came === shown && came === now.current.shown) now.current.go();
    else setInstead(came);
  }
  return {
    press: () => void press(),
    isWaiting,
    hasChanged: instead !== undefined && instead === shown,
  };
}
