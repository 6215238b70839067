import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  arePasskeysSupported,
  PasskeyNotUsed,
  signInWithPasskey,
} from '#areas/staff/web/portal/passkeys-queries.ts';
import { signedInQuery, useSignedIn } from '#platform/web/api/session.ts';
import { signInOptionsQuery } from '#areas/staff/web/sign-in.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

type SignInAgainDialogProps = {
  open: boolean;
  onConfirmed: () => void;
  onClose: () => void;
  /** How many of their own. */
  passkeys: number;
};

/** Someone else's passkey would have signed in someone else. */
class OtherAccount extends Error {}

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
  const passkey = useMutation({
    async mutationFn() {
      await signInWithPasskey();
      const now = await client.fetchQuery({ ...signedInQuery, staleTime: 0 });
      if (now?.id !== id) throw new OtherAccount();
    },
    onSuccess: onConfirmed,
  });
  const canUsePasskey = passkeys > 0 && arePasskeysSupported();
  return (
    <Dialog open={open} onClose={onClose} title="Confirm it’s you">
      <div className="grid justify-items-start gap-4">
        <p>This concerns accounts or personal data, so sign in again first.</p>
        {passkey.error && (
          <Notice tone="error" announce="now">
            {describeProblem(passkey.error)}
          </Notice>
        )}
        {canUsePasskey && (
          <Button
            size="small"
            busy={passkey.isPending}
            busyLabel="Waiting for your passkey…"
            onClick={() => passkey.mutate()}
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

function describeProblem(error: Error): string {
  if (error instanceof PasskeyNotUsed) return 'No passkey was used. Try again.';
  if (error instanceof OtherAccount) {
    return 'That passkey belongs to another account, and you are signed in to it now. Nothing was done.';
  }
  return describeFailure(error);
}
