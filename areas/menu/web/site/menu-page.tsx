import { formatFeeFrom } from '#areas/business/rules/service-text.ts';
import { lazy, Suspense } from 'react';
import { weekdayName } from '#platform/rules/plain-date.ts';
import {} from '#platform/rules/money.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { MenuView } from './menu-view.tsx';

// For few kitchens, and never in what the server sends.
const NextWeek = lazy(async () => ({ default: (await import('./next-week.tsx')).NextWeek }));

export function MenuPage() {
  const { business } = useConfig();
  const isInBrowser = useIsInBrowser();
  return (
    <div className="mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-2 px-4 pt-4 sm:px-6 md:gap-4 md:pt-8">
      <PageHeading className="text-3xl md:text-4xl">Menu</PageHeading>
      <MenuView />
      <p className="text-center text-ink-soft tabular-nums max-sm:text-sm">
        Every meal is 1 serving. Prices are per meal + delivery from {formatFeeFrom(business)}. The
        menu is updated every {weekdayName(business.menuUpdateWeekday)}.
      </p>
      {business.showNextWeek && (
        <div data-app-now="">
          {isInBrowser && (
            <Suspense fallback={null}>
              <NextWeek />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
