import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import type { PortalPart } from '#areas/business/web/define-page.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { TodayReply } from '#areas/office/calls/today.ts';
import {
  hasUrgentRow,
  NotLiveSince,
  usePortalToday,
} from '#areas/office/web/portal/today-queries.ts';
import { NotForRole } from '#areas/staff/web/portal/not-for-role.tsx';
import { OrderPanelsProvider } from '#app/web/order-panels.tsx';
import { loadComponent } from '#app/web/shown-page.tsx';
import { FIELD_ROLES, ROLE_TEXTS } from '#platform/rules/roles.ts';
import { greetingName, useMayDo, useSignedIn } from '#platform/web/api/session.ts';
import { useNavigation, useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { documentTitle } from '#platform/web/navigation/router.tsx';
import { hrefOf } from '#platform/web/navigation/page-history.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { PageCounts } from './sidebar.tsx';
import { findPart, pageOf, partAt, portalPages } from './portal-pages.ts';
import { PortalShell } from './portal-shell.tsx';
import { PanelSkeleton } from './portal-skeleton.tsx';

const PANELS = new Map<PortalPart, ReactNode>(
  portalPages
    .flatMap(({ parts }) => parts)
    .map((part) => [part, createElement(lazy(async () => ({ default: await panelOf(part) })))]),
);

async function panelOf({ at, load, component }: PortalPart): Promise<ComponentType> {
  return load && component !== undefined
    ? loadComponent({ load, component })
    : () => <Elsewhere at={at} />;
}

/** What the address shows of the portal's table, in the frame of all staff pages. */
export function PortalContent() {
  const { place } = useNavigation();
  const { role, ...staff } = useSignedIn();
  const part = partAt(hrefOf(place), role);
  const { mayOpen, isLost } = useMayOpen(part, staff.rights.includes(part.right));
  const page = pageOf(part);
  const isHome = place.pathname === paths.home();
  const { today, lostSince } = usePortalToday();
  const counts = countsOf(today, lostSince !== null);
  useTitle(part === page?.parts[0] ? page.label : part.label);
  return (
    <PortalShell
      heading={
        isHome ? (
          <>
            Welcome, <EmailAddress address={greetingName({ role, ...staff })} />
          </>
        ) : (
          (page?.label ?? part.label)
        )
      }
      part={part}
      counts={counts}
      homeLinks={isHome ? <HomeLinks /> : undefined}
    >
      <NotInRole />
      {isLost && (
        <Notice tone="warning" announce="now" title="Your role no longer includes this page">
          <p>What you typed is still here, but it can’t be saved. Copy what you need.</p>
        </Notice>
      )}
      <Suspense fallback={<PanelSkeleton />}>
        <NotLiveSince value={lostSince}>
          <OrderPanelsProvider>{mayOpen ? PANELS.get(part) : <NotForRole />}</OrderPanelsProvider>
        </NotLiveSince>
      </Suspense>
    </PortalShell>
  );
}

/** Today's number, and beside each other page its share of it. */
function countsOf(today: TodayReply | undefined, isOld: boolean): PageCounts {
  if (!today || today.count === 0) return {};
  const isUrgent = hasUrgentRow(today);
  const counts: PageCounts = { today: { count: today.count, isUrgent, isOld } };
  for (const [tab, count] of Object.entries(today.byPage)) {
    const part = findPart(`/admin?tab=${tab}`);
    const name = part && pageOf(part)?.name;
    if (name === undefined) continue;
    counts[name] = { count: (counts[name]?.count ?? 0) + count, isUrgent: false, isOld };
  }
  return counts;
}

/** A role that is taken away while a page is open does not take away what was typed into it. */
function useMayOpen(part: PortalPart, isAllowed: boolean) {
  const { hasUnsaved } = useNavigation();
  const [opened, setOpened] = useState<PortalPart | null>(null);
  const isLost = !isAllowed && opened === part;
  if (isAllowed && opened !== part) setOpened(part);
  useLayoutEffect(() => {
    // Who guards a page can be asked only once it is shown.
    // oxlint-disable-next-line react/set-state-in-effect
    if (isLost && !hasUnsaved()) setOpened(null);
  }, [isLost, hasUnsaved]);
  return { mayOpen: isAllowed || isLost, isLost };
}

/** Spec 2: what the signed-in home leads to, without the header of other staff pages. */
function HomeLinks() {
  const seesOrders = useMayDo('seeOrders');
  const { role } = useSignedIn();
  if (FIELD_ROLES.some((one) => one === role)) return null;
  return (
    <p className="flex w-full flex-wrap justify-between wide:ml-auto wide:w-auto">
      <Link to={paths.admin()} className={HOME_LINK}>
        Admin Portal
      </Link>
      {seesOrders && (
        <Link to={paths.admin({ tab: 'orders' })} className={HOME_LINK}>
          Customer Orders
        </Link>
      )}
      <Link to={paths.order()} className={HOME_LINK}>
        Try Customer Portal
      </Link>
      <a href={paths.logout()} className={HOME_LINK}>
        Logout
      </a>
    </p>
  );
}

const HOME_LINK =
  'inline-flex min-h-11 items-center rounded-lg px-0.5 text-sm font-semibold text-primary hover:bg-primary-soft wide:pointer-fine:min-h-8 wide:px-2.5 wide:text-base';

/** Why someone who signed in for another page is here. */
function NotInRole() {
  const [params] = useSearchParams();
  const { role, rights } = useSignedIn();
  const asked = findPart(params.get('not') ?? '');
  if (!asked || rights.includes(asked.right)) return null;
  return (
    <Notice tone="info">
      <p>
        Your role ({ROLE_TEXTS[role].name}) does not include {pageOf(asked)?.label}.
      </p>
    </Notice>
  );
}

function Elsewhere({ at }: { at: string }) {
  useEffect(() => location.replace(at), [at]);
  return <PanelSkeleton />;
}

/** All parts of /admin share one path, so the window's title names the part. */
function useTitle(title: string) {
  const { name } = useConfig().business;
  useEffect(() => {
    document.title = documentTitle({ title }, name);
  }, [title, name]);
}
