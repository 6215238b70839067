import { useMutation, useQuery } from '@tanstack/react-query';
import {
  arePasskeysSupported,
  PasskeyNotUsed,
  signInWithPasskey,
} from '#areas/staff/web/portal/passkeys-queries.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { signInOptionsQuery } from '#areas/staff/web/sign-in.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

const NOT_USED = 'No passkey was used. Try again, or sign in with your password.';

/** Passkey and single sign-on, if available. */
export function OtherSignInOptions({ next, onDone }: { next: string; onDone: () => void }) {
  const { data: options } = useQuery(signInOptionsQuery);
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  const hasPasskeys = arePasskeysSupported();
  if (!hasPasskeys && !options?.oidc) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {passkey.error && (
        <Notice tone="error" announce="now">
          {passkey.error instanceof PasskeyNotUsed ? NOT_USED : describeFailure(passkey.error)}
        </Notice>
      )}
      {hasPasskeys && (
        <Button
          variant="secondary"
          busy={passkey.isPending}
          busyLabel="Waiting for your passkey…"
          onClick={() => passkey.mutate()}
        >
          Sign in with a passkey
        </Button>
      )}
      {options?.oidc && (
        <a href={paths.singleSignOn({ next })} className={buttonClass('secondary')}>
          Single sign-on
        </a>
      )}
    </div>
  );
}
