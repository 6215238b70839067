import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeFailure } from '#web/api/api-error.ts';
import { signedInQuery } from '#web/api/session.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { AuthenticationRequired } from './authentication-required.tsx';
import { RedirectToSignIn } from './redirect-to-sign-in.tsx';

type RequireStaffProps = {
  /** Completes 'Please log in to access …' and redirects to sign-in. Null: shows a button instead. */
  asksFor: string | null;
  fallback: ReactNode;
  /** For staff only. */
  children: ReactNode;
};

export function RequireStaff({ asksFor, fallback, children }: RequireStaffProps) {
  const { data, error, isFetching, refetch } = useQuery(signedInQuery);
  if (data) return children;
  if (data === null) {
    return (
      <main id="content">
        {asksFor !== null && <RedirectToSignIn asksFor={asksFor} />}
        <AuthenticationRequired isLeaving={asksFor !== null} />
      </main>
    );
  }
  if (error && !isFetching) {
    return (
      <main id="content" className="mx-auto w-full max-w-xl px-4 py-16">
        <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />
      </main>
    );
  }
  return fallback;
}
