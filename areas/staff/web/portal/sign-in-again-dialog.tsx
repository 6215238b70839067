import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  arePasskeysSupported,
  signInWithPasskey,
} from '#areas/staff/web/portal/passkeys-queries.ts';
import { NotDone } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { signedInQuery, useSignedIn } from '#platform/web/api/session.ts';
import { signInOptionsQuery } from '#areas/staff/web/sign-in.ts';
import { useLocation } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

type SignInAgainDialogProps = {
  open: boolean;
  onConfirmed: () => void;
  onClose: () => void;
  /** How many of their own. */
  passkeys: number;
};

/** A fresh sign-in counts as the confirmation: with a passkey at once, with single sign-on after coming back. */
export function SignInAgainDialog({
  open,
  onConfirmed,
  onClose,
  passkeys,
}: SignInAgainDialogProps) {
  const client = useQueryClient();
  const { id } = useSignedIn();
  const { pathname, search } = useLocation();
  const options = useQuery({ ...signInOptionsQuery, enabled: open });
  const passkey = useChange(
    async () => {
      await signInWithPasskey();
      const now = await client.fetchQuery({ ...signedInQuery, staleTime: 0 });
      // Someone else's passkey would have signed in someone else.
      if (now?.id !== id)
        throw new NotDone(
          'That passkey belongs to another account, and you are signed in to it now. Nothing was done.',
        );
    },
    { onDone: onConfirmed },
  );
  const canUsePasskey = passkeys > 0 && arePasskeysSupported();
  return (
    <Dialog open={open} onClose={onClose} title="Confirm it’s you">
      <div className="grid justify-items-start gap-4">
        <p>This concerns accounts or personal data, so sign in again first.</p>
        <FailureNotice failure={passkey.failure} />
        {canUsePasskey && (
          <Button
            size="small"
            busy={passkey.isBusy}
            busyLabel="Waiting for your passkey…"
            onClick={() => passkey.run()}
          >
            Use your passkey
          </Button>
        )}
        {options.data?.oidc && (
          <>
            <a
              href={paths.singleSignOn({ next: `${pathname}${search}` })}
              className={buttonClass('secondary', 'small')}
            >
              Single sign-on
            </a>
            <p className="text-sm text-ink-soft">
              You come back to this page. Then do it again within 10 minutes.
            </p>
          </>
        )}
        {!canUsePasskey && !options.isPending && !options.data?.oidc && (
          <p>Sign out, sign in again, and repeat this within 10 minutes.</p>
        )}
      </div>
    </Dialog>
  );
}
