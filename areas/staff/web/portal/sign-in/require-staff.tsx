import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { type ReactNode, useEffect } from 'react';
import { signedInQuery } from '#platform/web/api/session.ts';
import { AuthenticationRequired } from './authentication-required.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { preloadToasts } from '#platform/web/ui/feedback/toast.tsx';
import { useToastBefore } from '#platform/web/ui/feedback/use-toast-before.ts';

type RequireStaffProps = {
  /** Completes 'Please log in to access …' and redirects to sign-in. Null: shows a button instead. */
  asksFor: string | null;
  fallback: ReactNode;
  /** For staff only. */
  children: ReactNode;
};

export function RequireStaff({ asksFor, fallback, children }: RequireStaffProps) {
  const signedIn = useQuery(signedInQuery);
  const { data, error, isFetching } = signedIn;
  useEffect(preloadToasts, []);
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
        <Loaded query={signedIn} what="who you are">
          {() => null}
        </Loaded>
      </main>
    );
  }
  return fallback;
}

const READABLE_MS = 1000;

/** Spec 8: says that signing in is required, and goes there a second later. */
function RedirectToSignIn({ asksFor }: { asksFor: string }) {
  const showToastBefore = useToastBefore();

  useEffect(() => {
    const next = location.pathname + location.search;
    const message = {
      title: 'Authentication Required',
      description: `Please log in to access ${asksFor}.`,
      tone: 'error',
    } as const;
    return showToastBefore(message, READABLE_MS, () => location.assign(paths.login({ next })));
  }, [asksFor, showToastBefore]);

  return null;
}
