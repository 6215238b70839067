import { logoIconUrl } from '#areas/business/rules/logo.ts';
import { PORTAL_BLOCKS, type PortalPage } from '#areas/business/web/define-page.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { SPEC_TABS } from '#app/web/portal/portal-pages.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type KeyboardEvent, useRef } from 'react';
import { useNavigate } from '#platform/web/navigation/address.ts';

export type Rows = {
  /** Among the table, those of the role. */
  rows: readonly PortalPage[];
  shown: string | undefined;
  counts: PageCounts;
  onHelp: () => void;
};

export function Sidebar({ isHome, ...all }: Rows & { isHome: boolean }) {
  const { rows, shown, counts } = all;
  // It has their account as a part.
  const hasSettings = rows.some(({ name: each }) => each === 'settings');
  const tabs = rows.filter(({ name }) => SPEC_TABS.includes(name));
  const { name, logo } = useConfig().business;
  return (
    <nav
      aria-label="Portal"
      className="sticky top-0 flex h-dvh flex-col gap-px overflow-y-auto border-r border-line bg-sunken px-2.5 pt-3 pb-2 print:hidden"
    >
      <Link to={paths.home()} className="mb-2 flex items-center gap-2.5 rounded-lg px-2.5">
        <img
          src={logo === null ? '/favicon.svg' : logoIconUrl(logo, 96)}
          alt=""
          width="28"
          height="28"
          className="size-7 rounded-lg"
        />
        <span className="min-w-0">
          <span className="line-clamp-2 font-serif leading-tight font-semibold">{name}</span>
          {!isHome && <span className="block text-sm/4 text-ink-soft">Admin Portal</span>}
        </span>
      </Link>
      {rowsOf(rows, 'day').map((page) => (
        <PageLink
          key={page.name}
          page={page}
          isShown={page.name === shown}
          count={counts[page.name]}
        />
      ))}
      <SpecTabs
        tabs={tabs}
        shown={shown}
        counts={counts}
        isVertical
        className="grid gap-px"
        tabClass={ROW_CLASS}
      />
      <BlocksOfRows {...all} />
      <div className="mt-auto grid gap-px pt-2">
        <FootRows {...all} rows={hasSettings ? rows.filter(isNoAccount) : rows} />
      </div>
    </nav>
  );
}

export function BlocksOfRows({ rows, shown, counts }: Omit<Rows, 'onHelp'>) {
  return BLOCKS.map(([block, heading]) => {
    const own = rowsOf(rows, block);
    if (own.length === 0) return null;
    return (
      <div key={block} className="contents">
        <p className="px-2.5 pt-2 text-sm font-semibold text-ink-soft">{heading}</p>
        {own.map((page) => (
          <PageLink
            key={page.name}
            page={page}
            isShown={page.name === shown}
            count={counts[page.name]}
          />
        ))}
      </div>
    );
  });
}

/** Help as a panel, and one's account. */
export function FootRows({ rows, shown, onHelp }: Rows) {
  return rowsOf(rows, null).map((page) => (
    <PageLink
      key={page.name}
      page={page}
      isShown={page.name === shown}
      {...(page.name === 'help' && {
        onClick: (event) => {
          event.preventDefault();
          onHelp();
        },
      })}
    />
  ));
}

const isNoAccount = ({ name }: PortalPage) => name !== 'account';

type Block = PortalPage['block'];

const BLOCKS = Object.entries(PORTAL_BLOCKS).flatMap(([block, heading]) =>
  heading === null ? [] : [[block as Exclude<Block, null>, heading] as const],
);

/** But for the tabs. */
function rowsOf(rows: readonly PortalPage[], block: Block): PortalPage[] {
  return rows.filter((page) => page.block === block && !SPEC_TABS.includes(page.name));
}

/** How much of a page needs a hand. Urgent: someone could be hurt, or is without their meals. Old: no news come. */
type PageCount = { count: number; isUrgent: boolean; isOld: boolean };
/** By the page's name. */
export type PageCounts = Partial<Record<string, PageCount>>;

const ROW_CLASS =
  'relative flex min-h-8 w-full items-center gap-2.5 rounded-lg px-2.5 text-left font-medium hover:bg-primary-soft pointer-coarse:min-h-11 ' +
  'aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-primary aria-[current=page]:shadow-card ' +
  'aria-selected:bg-surface aria-selected:font-semibold aria-selected:text-primary aria-selected:shadow-card';

type PageLinkProps = {
  page: PortalPage;
  isShown: boolean;
  count?: PageCount | undefined;
  className?: string;
  onClick?: (event: Pick<Event, 'preventDefault'>) => void;
};

export function PageLink({ page, isShown, className = ROW_CLASS, ...rest }: PageLinkProps) {
  const { count, onClick } = rest;
  const [first] = page.parts;
  if (!first) return null;
  const props = {
    className,
    'aria-current': isShown ? ('page' as const) : undefined,
    'aria-describedby': count && countIdOf(page),
  };
  const name = <PageName page={page} count={count} />;
  // Pack and Drive are loaded afresh: what keeps them on the device, and the camera, work from their first page on.
  return first.load ? (
    <Link to={first.at} {...props} {...(onClick && { onClick })}>
      {name}
    </Link>
  ) : (
    <a href={first.at} {...props}>
      {name}
    </a>
  );
}

function PageName({ page, count }: { page: PortalPage; count?: PageCount | undefined }) {
  return (
    <>
      <Icon path={page.icon} />
      <span>{page.label}</span>
      {count && <Count {...count} id={countIdOf(page)} />}
    </>
  );
}

/** What describes the way to a page: its number, which is no part of its name. */
const countIdOf = ({ name }: PortalPage) => `count-${name}`;

function Count({ count, isUrgent, isOld, id }: PageCount & { id: string }) {
  return (
    <span
      id={id}
      aria-hidden
      className={classNames(
        'ml-auto min-w-5 rounded-full px-1.5 text-center text-sm/5 font-semibold tabular-nums',
        'in-data-[bar=bottom]:absolute in-data-[bar=bottom]:top-1 in-data-[bar=bottom]:left-[calc(50%+0.4rem)] in-data-[bar=bottom]:text-sm/4',
        isOld
          ? 'bg-warning-soft text-warning'
          : isUrgent
            ? 'bg-danger text-on-danger'
            : 'bg-line text-ink',
      )}
    >
      {count}
    </span>
  );
}

export const SHELL_ICONS = {
  find: 'M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M13 13l4 4',
  home: 'M3.5 9.5L10 4l6.5 5.5v7H12v-4H8v4H3.5z',
  leave: 'M8 3.5H4v13h4M12.5 6.5L16 10l-3.5 3.5M16 10H8',
  more: 'M4 6h12M4 10h12M4 14h12',
};

/** A line drawing; `path` in 20 by 20. */
export function Icon({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className="size-5 shrink-0 fill-none stroke-current stroke-[1.6] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d={path} />
    </svg>
  );
}

export const TAB_PANEL = 'portal-panel';

const STEPS: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

type SpecTabsProps = {
  tabs: readonly PortalPage[];
  shown: string | undefined;
  counts: PageCounts;
  isVertical?: boolean;
  className: string;
  tabClass: string;
};

/** Spec 2: three tabs, of which a role sees those that it may open. Arrow keys move between them, Enter opens. */
export function SpecTabs(props: SpecTabsProps) {
  const { tabs, shown, counts, isVertical = false, className, tabClass } = props;
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const open = tabs.find(({ name }) => name === shown);

  function press(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
    const at = all.findIndex((tab) => tab === document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all.at((at + step) % all.length)?.focus();
  }
  return (
    <div
      ref={list}
      role="tablist"
      tabIndex={-1}
      aria-label="Main pages"
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      className={className}
      onKeyDown={press}
    >
      {tabs.map((page) => (
        <button
          key={page.name}
          type="button"
          role="tab"
          id={`tab-${page.name}`}
          aria-selected={page === open}
          aria-controls={page === open ? TAB_PANEL : undefined}
          aria-describedby={counts[page.name] && countIdOf(page)}
          tabIndex={page === (open ?? tabs[0]) ? 0 : -1}
          onClick={() => void navigate(page.parts[0]?.at ?? '')}
          className={tabClass}
        >
          <PageName page={page} count={counts[page.name]} />
        </button>
      ))}
    </div>
  );
}
