import { useQuery } from '@tanstack/react-query';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useSignedIn } from '#platform/web/api/session.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { NamePart } from './name-part.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { AccountPart } from './account-part.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** The user's own account and how they sign in. */
export function AccountSection() {
  const { email } = useSignedIn();
  return (
    <section aria-labelledby="account-heading" className="grid gap-4">
      <div>
        <h2 id="account-heading" className="text-xl">
          Your account
        </h2>
        <p className="text-ink-soft break-all">{email}</p>
      </div>
      <Loaded query={useQuery(ownSecurityQuery)} what="your account" kind="detail">
        {(security) => (
          <div className="grid gap-4 lg:grid-cols-2">
            <NamePart />
            <PasswordPart hasPassword={security.hasPassword} />
            <SecondFactorPart security={security} />
            <PasskeysPart passkeys={security.passkeys} />
            <SessionsPart />
          </div>
        )}
      </Loaded>
    </section>
  );
}

function PasswordPart({ hasPassword }: { hasPassword: boolean }) {
  return (
    <AccountPart
      heading="Password"
      action={
        hasPassword && (
          <DialogButton
            variant="secondary"
            size="small"
            dialog={(close) => <PasswordDialog onClose={close} />}
          >
            Change password
          </DialogButton>
        )
      }
    >
      <p className="text-ink-soft">
        {hasPassword
          ? 'Changing it signs you out everywhere else and revokes your API tokens.'
          : 'You sign in without one. To set one, ask an owner for a reset link.'}
      </p>
    </AccountPart>
  );
}
