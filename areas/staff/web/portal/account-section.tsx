import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { NamePart } from './name-part.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { useState } from 'react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { AccountPart } from './account-part.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** The user's own account: what they are here for, and how they sign in. */
export function AccountSection() {
  const { email, role } = useSignedIn();
  const { name, purpose } = ROLE_TEXTS[role];
  const { data, error, isFetching, refetch } = useQuery(ownSecurityQuery);
  return (
    <section aria-label="Your account" className="grid gap-4 py-5">
      <div className="grid gap-1">
        <p className="text-ink-soft break-all">{email}</p>
        <p>
          <strong>{name}.</strong> {purpose}
        </p>
      </div>
      {data && (
        <div className="grid gap-4 lg:grid-cols-2">
          <NamePart />
          <PasswordPart hasPassword={data.hasPassword} />
          <SecondFactorPart security={data} />
          <PasskeysPart passkeys={data.passkeys} />
          <SessionsPart />
        </div>
      )}
      {!data && error && !isFetching && (
        <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />
      )}
      {!data && (isFetching || !error) && <Skeleton className="h-40 w-full" />}
    </section>
  );
}

function PasswordPart({ hasPassword }: { hasPassword: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <AccountPart
      heading="Password"
      action={
        hasPassword && (
          <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
            Change password
          </Button>
        )
      }
    >
      <p className="text-ink-soft">
        {hasPassword
          ? 'Changing it signs you out everywhere else and revokes your API tokens.'
          : 'You sign in without one. To set one, ask an owner for a reset link.'}
      </p>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </AccountPart>
  );
}
