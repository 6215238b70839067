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
    <div className="mx-auto grid max-w-[1180px] gap-4 px-3 py-4 sm:px-6 sm:py-6">
      {data && (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <div className="grid gap-1">
              <PageHeading className="text-2xl">
                Welcome, <EmailAddress address={greetingName(data)} />
              </PageHeading>
              {!isOffice(data) && <p className="text-ink-soft">{purposeOf(data)}</p>}
            </div>
            <StaffLinks staff={data} />
          </div>
          {children}
          <MorePages staff={data} />
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
    <div className="-mx-3 flex flex-wrap items-center sm:-mx-4">
      {isOffice(staff) && (
        <>
          <Link to={paths.admin()} className={buttonClass('quiet', 'small')}>
            Admin Portal
          </Link>
          {rights.includes('seeOrders') && (
            <Link to={paths.admin({ tab: 'orders' })} className={buttonClass('quiet', 'small')}>
              Customer Orders
            </Link>
          )}
          <Link to={paths.order()} className={buttonClass('quiet', 'small')}>
            Try Customer Portal
          </Link>
        </>
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
      <a href={paths.logout()} className={buttonClass('quiet', 'small')}>
        Logout
      </a>
    </div>
  );
}

function MorePages({ staff: { rights } }: { staff: SignedInReply }) {
  return (
    <nav aria-label="More pages" className="-mx-3 flex flex-wrap sm:-mx-4">
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
      <Link to={paths.publicHome()} className={buttonClass('quiet', 'small')}>
        View public site
      </Link>
    </nav>
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
