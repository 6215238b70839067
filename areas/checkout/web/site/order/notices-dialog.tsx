import { Suspense } from 'react';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { WizardNotice } from './notices.ts';

type NoticesDialogProps = {
  notices: readonly WizardNotice[];
  open: boolean;
  onClose: () => void;
};

/** All that there is to say, behind the banner. Joined with it, dialogs would be in the first load of /order. */
export function NoticesDialog({ notices, open, onClose }: NoticesDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="About your order">
      <ul className="grid gap-5">
        {notices.map((notice) => (
          <li key={notice.words} className="grid justify-items-start gap-2">
            <p className="font-semibold wrap-anywhere">{notice.words}</p>
            {notice.details && <Suspense>{notice.details}</Suspense>}
            {notice.ways && (
              <div className="flex flex-wrap items-center gap-2">
                <Suspense>{notice.ways}</Suspense>
              </div>
            )}
            {notice.action && (
              <Button variant="secondary" size="small" onClick={notice.action.onPress}>
                {notice.action.label}
              </Button>
            )}
            {notice.onRead && notices.length > 1 && (
              <Button variant="quiet" size="small" onClick={notice.onRead}>
                Got it
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
