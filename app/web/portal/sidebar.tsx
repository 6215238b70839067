import { logoIconUrl } from '#areas/business/rules/logo.ts';
import { PORTAL_BLOCKS, type PortalPage } from '#areas/business/web/define-page.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { type PageCounts, PageLink, ROW_CLASS } from './page-link.tsx';
import { SPEC_TABS } from './portal-pages.ts';
import { SpecTabs } from './spec-tabs.tsx';

export type Rows = {
  /** Among the table, those of the role. */
  rows: readonly PortalPage[];
  /** The name of the page that is open. */
  shown: string | undefined;
  counts: PageCounts;
  onHelp: () => void;
};

/** Where everything is, beside the page on a wide screen. */
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

/** The rows with a heading each block. */
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
