import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { weekdayName } from '#platform/rules/plain-date.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { loadAtFirstUse, watchFirstUse, loadNow } from './load-at-first-use.ts';

const loadView = () => import('./menu-view.tsx');

// The menu that the server sent is links and a form: its code comes with the first use, and replaces nothing until then.
const MenuView = import.meta.env.SSR
  ? (await loadView()).MenuView
  : lazy(async () => ({ default: (await loadAtFirstUse(loadView)).MenuView }));

if (!import.meta.env.SSR) watchFirstUse();

// For few kitchens, and never in what the server sends.
const NextWeek = lazy(async () => ({ default: (await import('./next-week.tsx')).NextWeek }));

// One element for good: React would drop the server's menu if a new one came before its code.
const MENU = (
  <Suspense fallback={<p className="min-h-screen">Loading the menu…</p>}>
    <MenuView />
  </Suspense>
);

export function MenuPage() {
  const { business } = useConfig();
  const isInBrowser = useIsInBrowser();
  useMenuCode();
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-6 sm:px-6 md:gap-6 md:pt-12">
      <div className="grid gap-2">
        <PageHeading className="text-4xl">Menu</PageHeading>
        <p className="text-ink-soft tabular-nums max-sm:text-sm">
          Every meal is 1 serving. Prices are per meal + delivery from{' '}
          {formatDollars(business.dailyFeeCents)} a day. The menu is updated every{' '}
          {weekdayName(business.menuUpdateWeekday)}.
        </p>
      </div>
      {MENU}
      {business.showNextWeek && isInBrowser && (
        <Suspense fallback={null}>
          <NextWeek />
        </Suspense>
      )}
    </div>
  );
}

function useMenuCode(): void {
  const { search } = useLocation();
  const isInBrowser = useIsInBrowser();
  const [isFromServer] = useState(!isInBrowser);
  useEffect(() => {
    // Someone may go back before the page has come to life: then the server's menu is not the one asked for.
    if (!isFromServer || search !== searchAsLoaded()) loadNow();
  }, [isFromServer, search]);
}

function searchAsLoaded(): string | undefined {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded && new URL(loaded.name).search;
}
