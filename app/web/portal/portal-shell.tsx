import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { PortalPart } from '#areas/business/web/define-page.ts';
import { ConfirmFirstProvider, WatchSession } from '#areas/staff/web/portal/session-guards.tsx';
import { FIELD_ROLES } from '#platform/rules/roles.ts';
import { useSignedIn, greetingName } from '#platform/web/api/session.ts';
import { OwnTitle } from '#platform/web/portal/detail-page.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { useIsWide } from '#platform/web/navigation/use-is-wide.ts';
import { TooltipProvider } from '#platform/web/ui/feedback/tooltip.tsx';
import {
  type PageCounts,
  PageLink,
  Sidebar,
  BlocksOfRows,
  FootRows,
  type Rows,
  TAB_PANEL,
  SpecTabs,
  Icon,
  SHELL_ICONS,
} from '#app/web/portal/sidebar.tsx';
import { SearchProvider, searchKeys, useOpenSearch } from './search-provider.tsx';
import { pageOf, pagesFor, SPEC_TABS } from '#app/web/portal/portal-pages.ts';
import { ClosingContext, type ToClose } from '#areas/places/web/portal/closing.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

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

function PartLinks({ label, parts, shown }: PartLinksProps) {
  const line = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // A phone shows four of thirteen parts: the one that is open among them.
    const open = line.current?.querySelector<HTMLElement>('[aria-current]');
    if (line.current && open)
      line.current.scrollLeft =
        open.offsetLeft -
        (line.current.clientWidth - open.offsetWidth) / 2 -
        line.current.offsetLeft;
  }, [shown]);
  return (
    <nav
      ref={line}
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

const FIND = 'Find or do anything';
const TEST_PAYMENTS = 'Test payments, no real card: 4242 4242 4242 4242';

/** In pixels: larger letters leave no room for larger drawings. */
const LINE =
  'sticky top-0 z-20 flex min-h-[52px] items-center border-b border-line bg-ground print:hidden';
const LINK = 'inline-flex min-h-9 items-center rounded-lg px-2.5 font-medium hover:bg-primary-soft';
const ICON =
  'grid size-[44px] max-[22.5rem]:w-[36px] shrink-0 place-items-center rounded-xl hover:bg-primary-soft';

/** The line above every page on a wide screen. Home greets below it and has its own way out. */
function TopLine({ isHome }: { isHome: boolean }) {
  const openSearch = useOpenSearch();
  return (
    <header data-bar="top" className={`${LINE} gap-4 px-7`}>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openSearch}
        className="flex min-h-8.5 max-w-100 flex-1 items-center gap-2 rounded-lg border border-control bg-surface px-2.5 text-ink-soft pointer-coarse:min-h-11"
      >
        <Icon path={SHELL_ICONS.find} />
        {FIND}
        <kbd className="ml-auto font-sans text-sm font-semibold">{searchKeys()}</kbd>
      </button>
      {useIsTest() && (
        <span
          title={TEST_PAYMENTS}
          className="rounded-full bg-mango-soft px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap text-warning"
        >
          Test payments
        </span>
      )}
      {!isHome && (
        <div className="ml-auto flex min-w-0 items-center">
          <Welcome className="truncate px-2.5 text-ink-soft" />
          <Link to={paths.home()} className={LINK}>
            Home
          </Link>
          <a href={paths.logout()} className={LINK}>
            Logout
          </a>
        </div>
      )}
    </header>
  );
}

/** The line above every page on a phone: which page, and its ways out as drawings. */
function PhoneLine({ title, isHome }: { title: ReactNode; isHome: boolean }) {
  const openSearch = useOpenSearch();
  return (
    <header data-bar="top" className={`${LINE} gap-0.5 pr-1.5 pl-4`}>
      <div
        className={classNames(
          'min-w-0 flex-1',
          !isHome &&
            '*:first:overflow-x-clip *:first:leading-[1.1] *:first:text-ellipsis *:first:whitespace-nowrap',
        )}
      >
        {title}
        {!isHome && <Welcome className="block truncate text-sm/4 text-ink-soft" />}
      </div>
      {useIsTest() && (
        <span
          role="img"
          title={TEST_PAYMENTS}
          aria-label="Test payments"
          className="mx-1 size-2.5 shrink-0 rounded-full border border-warning bg-mango"
        />
      )}
      <button type="button" aria-label={FIND} onClick={openSearch} className={ICON}>
        <Icon path={SHELL_ICONS.find} />
      </button>
      {!isHome && (
        <>
          <Link to={paths.home()} aria-label="Home" className={ICON}>
            <Icon path={SHELL_ICONS.home} />
          </Link>
          <a href={paths.logout()} aria-label="Logout" className={ICON}>
            <Icon path={SHELL_ICONS.leave} />
          </a>
        </>
      )}
    </header>
  );
}

/** For those whose own page is all that they have: the ways that are left. */
function FieldLine({ isHome }: { isHome: boolean }) {
  return (
    <header data-bar="top" className={`${LINE} justify-end gap-1 px-2`}>
      {!isHome && <Welcome className="min-w-0 flex-1 truncate px-2 text-ink-soft" />}
      {!isHome && (
        <Link to={paths.home()} className={`${LINK} min-h-11`}>
          Home
        </Link>
      )}
      <Link to={paths.admin({ tab: 'account' })} className={`${LINK} min-h-11`}>
        Your account
      </Link>
      <Link to={paths.admin({ tab: 'help' })} className={`${LINK} min-h-11`}>
        Help
      </Link>
      <a href={paths.logout()} className={`${LINK} min-h-11`}>
        Logout
      </a>
    </header>
  );
}

function Welcome({ className }: { className: string }) {
  return <span className={className}>Welcome, {greetingName(useSignedIn())}</span>;
}

/** So that nobody mistakes a demo for a real shop. The checkout says it in full. */
function useIsTest(): boolean {
  return isTestPayments(useConfig().payments);
}
