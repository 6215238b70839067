import { useState } from 'react';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Icon, SHELL_ICONS } from './icon.tsx';
import { PageLink } from './page-link.tsx';
import { SPEC_TABS } from './portal-pages.ts';
import { BlocksOfRows, FootRows, type Rows } from './sidebar.tsx';
import { SpecTabs } from './spec-tabs.tsx';

const ENTRY =
  'relative grid min-h-[3.625rem] min-w-0 flex-1 place-content-center justify-items-center gap-0.5 px-0.5 text-center text-sm leading-tight font-semibold text-ink-soft ' +
  'aria-[current=page]:text-primary aria-selected:text-primary focus-visible:-outline-offset-3';

/** What is used every day, under the thumb; everything else in a sheet. */
export function BottomBar(all: Rows) {
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
