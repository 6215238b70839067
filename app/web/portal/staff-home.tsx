import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SignedInReply } from '#platform/calls/sign-in.ts';
import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { greetingName, signedInQuery } from '#platform/web/api/session.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { morePagesFor, tabsFor } from '#app/web/portal/parts.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';

/** The home page of signed-in staff. `children`: what is below its links while someone is signed in. */
export function StaffHome({ children }: { children?: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(signedInQuery);
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 py-12 sm:px-6 sm:py-16">
      {data && (
        <>
          <div className="grid gap-2">
            <PageHeading className="text-4xl">
              Welcome, <EmailAddress address={greetingName(data)} />
            </PageHeading>
            <p className="text-lg text-ink-soft">
              {isOffice(data) ? 'Where would you like to start?' : purposeOf(data)}
            </p>
          </div>
          <StaffLinks staff={data} />
          {children}
        </>
      )}
      {data === null && <SignedOut />}
      {data === undefined && (error === null || isFetching) && <Waiting />}
      {error && !isFetching && (
        <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

/** Someone who has a tab in the portal. */
function isOffice({ rights }: SignedInReply): boolean {
  return tabsFor(rights).length > 0;
}

/** "Driver. Driving, today and tomorrow." */
function purposeOf({ role }: SignedInReply): string {
  const { name, purpose } = ROLE_TEXTS[role];
  return `${name}. ${purpose}`;
}

function StaffLinks({ staff }: { staff: SignedInReply }) {
  const { rights } = staff;
  return (
    <>
      {isOffice(staff) && (
        <div className="grid gap-3 sm:grid-cols-3">
          <Link to={paths.admin()} className={buttonClass('primary', 'large')}>
            Admin Portal
          </Link>
          {rights.includes('seeOrders') && (
            <Link to={paths.admin({ tab: 'orders' })} className={buttonClass('secondary', 'large')}>
              Customer Orders
            </Link>
          )}
          <Link to={paths.order()} className={buttonClass('secondary', 'large')}>
            Try Customer Portal
          </Link>
        </div>
      )}
      {rights.includes('pack') && !isOffice(staff) && (
        <a href={paths.pack()} className={buttonClass('primary', 'large')}>
          Pack
        </a>
      )}
      {rights.includes('drive') && !isOffice(staff) && (
        <a href={paths.drive()} className={buttonClass('primary', 'large')}>
          Drive
        </a>
      )}
      <nav aria-label="More pages" className="-mx-4 flex flex-wrap">
        {rights.includes('seeSlots') && (
          <Link to={paths.deliverySlots()} className={buttonClass('quiet', 'small')}>
            Delivery Slots
          </Link>
        )}
        {morePagesFor(rights).map(({ tab, label }) => (
          <Link key={tab} to={paths.admin({ tab })} className={buttonClass('quiet', 'small')}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="-mx-4 flex flex-wrap">
        <Link to={paths.publicHome()} className={buttonClass('quiet', 'small')}>
          View public site
        </Link>
        <a href={paths.logout()} className={buttonClass('quiet', 'small')}>
          Logout
        </a>
      </div>
    </>
  );
}

/** The session ended between sending the page and asking who is signed in. */
function SignedOut() {
  return (
    <>
      <PageHeading className="text-2xl">You are logged out</PageHeading>
      <div className="flex flex-wrap gap-3">
        <a href={paths.login({ next: paths.home() })} className={buttonClass('primary')}>
          Staff sign-in
        </a>
        <Link to={paths.publicHome()} className={buttonClass('secondary')}>
          View public site
        </Link>
      </div>
    </>
  );
}

function Waiting() {
  return (
    <>
      <div role="status" className="sr-only">
        Loading
      </div>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="h-14 w-full" />
    </>
  );
}
