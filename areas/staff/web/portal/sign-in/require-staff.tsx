import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { type ReactNode, useEffect } from 'react';
import { signedInQuery } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { preloadToasts } from '#platform/web/ui/feedback/toast.tsx';
import { useToastBefore } from '#platform/web/ui/feedback/use-toast-before.ts';
import { useLocation } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

type RequireStaffProps = {
  /** Completes 'Please log in to access …' and redirects to sign-in. Null: shows a button instead. */
  asksFor: string | null;
  fallback: ReactNode;
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

/** For anyone who opens a staff page without being signed in: often a customer looking for their order. */
function AuthenticationRequired({ isLeaving }: { isLeaving: boolean }) {
  const placed = readPlacedOrder();
  const { pathname, search } = useLocation();
  return (
    <div className="mx-auto grid max-w-xl justify-items-start gap-4 px-4 py-16">
      <PageHeading className="text-2xl">Authentication Required</PageHeading>
      <p>These pages are for kitchen staff.</p>
      <p>
        Looking for your own order? Use the link in your confirmation email, or{' '}
        <Link to={paths.findOrder()} className="font-semibold underline">
          find your order
        </Link>{' '}
        with its number.
      </p>
      {isLeaving && <p role="status">Taking you to the sign-in page…</p>}
      <div className="flex flex-wrap gap-3">
        {placed && (
          <Link to={paths.tracking(placed.trackingToken)} className={buttonClass('primary')}>
            Track order {placed.orderNumber}
          </Link>
        )}
        <a
          href={paths.login({ next: pathname + search })}
          className={buttonClass(placed ? 'secondary' : 'primary')}
        >
          Staff sign-in
        </a>
        <Link to={paths.home()} className={buttonClass('secondary')}>
          Home
        </Link>
      </div>
    </div>
  );
}
