import { type KeyboardEvent, useRef } from 'react';
import type { PortalPage } from '#areas/business/web/define-page.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { countIdOf, type PageCounts, PageName } from './page-link.tsx';

/** What the open tab controls. */
export const TAB_PANEL = 'portal-panel';

const STEPS: Partial<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

type SpecTabsProps = {
  tabs: readonly PortalPage[];
  /** The name of the page that is open, a tab or not. */
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
