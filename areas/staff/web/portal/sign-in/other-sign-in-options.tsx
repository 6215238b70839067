import { useQuery } from '@tanstack/react-query';
import {
  arePasskeysSupported,
  signInWithPasskey,
} from '#areas/staff/web/portal/passkeys-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { signInOptionsQuery } from '#areas/staff/web/sign-in.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';

const NOT_USED = 'No passkey was used. Try again, or sign in with your password.';

type OtherSignInOptionsProps = { next: string | null; onDone: () => void };

/** Passkey and single sign-on, if available. */
export function OtherSignInOptions({ next, onDone }: OtherSignInOptionsProps) {
  const { data: options } = useQuery(signInOptionsQuery);
  const passkey = useChange(() => signInWithPasskey(NOT_USED), { onDone: onDone });
  const hasPasskeys = arePasskeysSupported();
  if (!hasPasskeys && !options?.oidc) return null;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <FailureNotice failure={passkey.failure} />
      {hasPasskeys && (
        <Button
          variant="secondary"
          busy={passkey.isBusy}
          busyLabel="Waiting for your passkey…"
          onClick={() => passkey.run()}
        >
          Sign in with a passkey
        </Button>
      )}
      {options?.oidc && (
        <a
          href={paths.singleSignOn({ ...(next !== null && { next }) })}
          className={buttonClass('secondary')}
        >
          Single sign-on
        </a>
      )}
    </div>
  );
}
