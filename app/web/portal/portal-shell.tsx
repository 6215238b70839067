import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PortalPart } from '#areas/business/web/define-page.ts';
import { ConfirmFirstProvider } from '#areas/staff/web/portal/confirm-first-provider.tsx';
import { WatchSession } from '#areas/staff/web/portal/watch-session.tsx';
import { FIELD_ROLES } from '#platform/rules/roles.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { OwnTitle } from '#platform/web/portal/detail-page.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { useIsWide } from '#platform/web/navigation/use-is-wide.ts';
import { TooltipProvider } from '#platform/web/ui/feedback/tooltip.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ClosingProvider } from './closing-provider.tsx';
import type { PageCounts } from './page-link.tsx';
import { SearchProvider } from './search-provider.tsx';
import { pageOf, pagesFor, SPEC_TABS } from './portal-pages.ts';
import { Sidebar } from './sidebar.tsx';
import { TAB_PANEL } from './spec-tabs.tsx';
import { FieldLine, PhoneLine, TopLine } from './top-line.tsx';

const HelpPanel = lazy(async () => ({
  default: (await import('#areas/office/web/portal/help-panel.tsx')).HelpPanel,
}));

type PortalShellProps = {
  heading: ReactNode;
  /** What is open of the table; none: a page without a row. */
  part?: PortalPart | undefined;
  counts?: PageCounts;
  /** Beside the heading of Home, which has no Home and Logout above. */
  homeLinks?: ReactNode;
  children: ReactNode;
};

/** The frame of every staff page: where everything is, the page's title with its parts, and what opens over it. */
export function PortalShell(props: PortalShellProps) {
  const { heading, part, counts = {}, homeLinks, children } = props;
  const { role, rights } = useSignedIn();
  const isWide = useIsWide();
  const [isHelpOpen, setHelpOpen] = useState(false);
  // The page of one of many has its own title; this one only says where it is.
  const [hasOwnTitle, setOwnTitle] = useState(false);
  const isHome = homeLinks !== undefined;
  // Their own page is all that they have.
  const isBare = FIELD_ROLES.some((one) => one === role);
  const rows = pagesFor(rights);
  const row = part && pageOf(part, rows);
  const title = hasOwnTitle ? (
    <p className="truncate font-serif text-lg font-semibold">{heading}</p>
  ) : (
    <PageHeading key={row?.name ?? 'other'} className="text-2xl">
      {heading}
    </PageHeading>
  );
  const all = { rows, shown: row?.name, counts, onHelp: () => setHelpOpen(true) };
  const isTitleAbove = !isWide && !isBare;
  const isTab = row !== undefined && !isBare && SPEC_TABS.includes(row.name);
  return (
    <TooltipProvider>
      <ConfirmFirstProvider>
        <WatchSession />
        <ClosingProvider>
          <SearchProvider>
            <div
              data-portal={isBare ? 'bare' : isWide ? 'wide' : 'phone'}
              className={
                isWide && !isBare
                  ? 'portal grid flex-1 grid-cols-[13.5rem_minmax(0,1fr)] print:block'
                  : 'portal flex-1'
              }
            >
              {isWide && !isBare && <Sidebar {...all} isHome={isHome} />}
              <div className="min-w-0">
                {isBare && <FieldLine isHome={isHome} />}
                {!isBare && isWide && <TopLine isHome={isHome} />}
                {isTitleAbove && <PhoneLine title={title} isHome={isHome} />}
                <main
                  id="content"
                  className="max-w-[73.75rem] px-3 pt-1 pb-24 wide:px-7 wide:pt-5 wide:pb-12 print:max-w-none print:p-0"
                >
                  <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1.5 print:block">
                    {!isTitleAbove && !hasOwnTitle && title}
                    {homeLinks}
                  </div>
                  {row && row.parts.length > 1 && !hasOwnTitle && (
                    <PartLinks label={row.label} parts={row.parts} shown={part} />
                  )}
                  <div
                    {...(isTab && {
                      id: TAB_PANEL,
                      role: 'tabpanel',
                      'aria-labelledby': `tab-${row.name}`,
                    })}
                  >
                    <OwnTitle value={setOwnTitle}>{children}</OwnTitle>
                  </div>
                </main>
              </div>
              {!isWide && !isBare && <BottomBar {...all} />}
            </div>
            {isHelpOpen && (
              <Suspense>
                <HelpPanel onClose={() => setHelpOpen(false)} />
              </Suspense>
            )}
          </SearchProvider>
        </ClosingProvider>
      </ConfirmFirstProvider>
    </TooltipProvider>
  );
}

type PartLinksProps = { label: string; parts: readonly PortalPart[]; shown: PortalPart };

/** A page's parts, in a line under its title. */
function PartLinks({ label, parts, shown }: PartLinksProps) {
  return (
    <nav
      aria-label={label}
      className="-mx-3 mt-1 flex gap-1 overflow-x-auto border-b border-line px-3 wide:mx-0 wide:flex-wrap wide:px-0 print:hidden"
    >
      {parts.map((part) => (
        <Link
          key={part.at}
          to={part.at}
          aria-current={part === shown ? 'page' : undefined}
          className="inline-flex min-h-11 shrink-0 items-center border-b-2 border-transparent px-2.5 font-semibold text-ink-soft hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-primary aria-[current=page]:text-primary wide:pointer-fine:min-h-8"
        >
          {part.label}
        </Link>
      ))}
    </nav>
  );
}
