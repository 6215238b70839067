import { lazy, type ReactNode, Suspense, useState, useCallback } from 'react';
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
import { type PageCounts, PageLink } from './page-link.tsx';
import { SearchProvider } from './search-provider.tsx';
import { pageOf, pagesFor, SPEC_TABS } from './portal-pages.ts';
import { Sidebar, BlocksOfRows, FootRows, type Rows } from './sidebar.tsx';
import { TAB_PANEL, SpecTabs } from './spec-tabs.tsx';
import { FieldLine, PhoneLine, TopLine } from './top-line.tsx';
import { ClosingContext, type ToClose } from '#areas/places/web/portal/closing.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Icon, SHELL_ICONS } from './icon.tsx';

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
      className="-mx-3 mt-1 flex gap-1 overflow-x-auto border-b border-line px-3 wide:mx-0 wide:flex-wrap wide:gap-0 wide:px-0 print:hidden"
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

const CloseDialog = lazy(async () => ({
  default: (await import('#areas/delivery/web/portal/close-dialog.tsx')).CloseDialog,
}));

/** The dialog of `useClosing`, over whatever page asks for it; of several questions one after the other. */
function ClosingProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<readonly ToClose[]>([]);
  const [first] = asked;
  const open = useCallback((what: ToClose) => setAsked((before) => [...before, what]), []);
  return (
    <ClosingContext value={open}>
      {children}
      {first && (
        <Suspense>
          <CloseDialog
            key={JSON.stringify(first)}
            first={first}
            onClose={() => setAsked((before) => before.slice(1))}
          />
        </Suspense>
      )}
    </ClosingContext>
  );
}

const ENTRY =
  'relative grid min-h-[3.625rem] min-w-0 flex-1 place-content-center justify-items-center gap-0.5 px-0.5 text-center text-sm leading-tight font-semibold text-ink-soft ' +
  'aria-[current=page]:text-primary aria-selected:text-primary focus-visible:-outline-offset-3';

/** What is used every day, under the thumb; everything else in a sheet. */
function BottomBar(all: Rows) {
  const { rows, shown, counts } = all;
  const [isOpen, setOpen] = useState(false);
  const today = rows.find(({ name }) => name === 'today');
  const tabs = rows.filter(({ name }) => SPEC_TABS.includes(name));
  return (
    <>
      <nav
        aria-label="Portal"
        data-bar="bottom"
        className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] print:hidden"
      >
        {today && (
          <PageLink
            page={today}
            isShown={shown === 'today'}
            count={counts['today']}
            className={ENTRY}
          />
        )}
        <SpecTabs tabs={tabs} shown={shown} counts={counts} className="contents" tabClass={ENTRY} />
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className={ENTRY}
        >
          <Icon path={SHELL_ICONS.more} />
          More
        </button>
      </nav>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="More">
        {/* Where a link leads is behind the sheet. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
        <div
          onClick={({ target }) => {
            if (target instanceof Element && target.closest('a')) setOpen(false);
          }}
          className="grid gap-1 sm:grid-cols-2 [&_p]:sm:col-span-2"
        >
          <BlocksOfRows {...all} />
          <FootRows {...all} />
        </div>
      </Dialog>
    </>
  );
}
