import type { MealReply } from '#areas/menu/calls/meals.ts';
import { type Sale, saleWords, saleSentence } from '#areas/business/rules/sale-state.ts';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { shownLogo } from '#areas/business/rules/logo.ts';
import { MealCard, MealGrid } from '#areas/menu/web/site/meal-card.tsx';
import { mealOnMenu } from '#areas/menu/web/site/meal-on-menu.ts';
import { ShortJoinForm } from '#areas/waitlist/web/site/short-join-form.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { windowsOfWeekday } from '#areas/business/rules/offered-windows.ts';
import { weekdayOf } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

type ClosedOrderProps = { sale: Sale; meals: readonly MealReply[] };

/** The order page while the kitchen does not sell: when it will, the waitlist, and the menu to look at. */
export function ClosedOrder({ sale, meals }: ClosedOrderProps) {
  const { business } = useConfig();
  const words = saleWords(sale, business);
  const { line } = usePageTexts(FRAME_TEXTS);
  const active = meals.filter(({ isActive }) => isActive).map(mealOnMenu);
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl px-4 py-2 sm:px-6">
          <Link to={paths.home()} className="rounded-xl">
            <LogoMark name={business.name} logo={shownLogo(business.logo)} />
          </Link>
        </div>
      </header>
      <main className="mx-auto grid w-full max-w-6xl content-start gap-8 px-4 pt-6 pb-16 sm:px-6 md:pt-12">
        <div className="grid gap-2">
          <PageHeading className="text-4xl">{words?.title}</PageHeading>
          <p className="max-w-prose text-lg text-ink-soft">
            {words?.dates} {words && line(`sale.${words.state}`)}
          </p>
        </div>
        {sale.state !== 'ended' && (
          <Card as="section" padding="large" className="max-w-xl" aria-labelledby="closed-waitlist">
            <h2 id="closed-waitlist" className="mb-4 text-xl">
              Join the waitlist
            </h2>
            <ShortJoinForm business={business} suburb="" />
          </Card>
        )}
        {active.length > 0 && (
          <section className="grid gap-4" aria-labelledby="closed-menu">
            <h2 id="closed-menu" className="text-2xl">
              Our menu
            </h2>
            <MealGrid>
              {active.map((meal) => (
                <MealCard key={meal.id} meal={meal} isAboveFold={false} />
              ))}
            </MealGrid>
          </section>
        )}
      </main>
    </>
  );
}

type ClosedForCallersProps = {
  week: OrderingWeekReply;
  facts: BusinessFacts;
  onSellAllTheSame: () => void;
};

/** Staff with a caller are asked before they sell what the public cannot order. */
export function ClosedForCallers({ week, facts, onSellAllTheSame }: ClosedForCallersProps) {
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-8">
      <Notice tone="warning" title="The kitchen is closed. Sell all the same?" announce="polite">
        <p>{saleSentence(week.sale, facts) || 'We’re not open to the public.'}</p>
        {week.sale.state === 'break' && (
          <p>Nobody cooks on days that you are closed. Make sure that someone can deliver.</p>
        )}
        <div>
          <Button size="small" onClick={onSellAllTheSame}>
            Sell all the same
          </Button>
        </div>
      </Notice>
    </main>
  );
}

/** The week and the facts for staff who sell all the same: only what is full or switched off stays closed. */
export function soldAllTheSame(
  week: OrderingWeekReply,
  facts: BusinessFacts,
): { week: OrderingWeekReply; facts: BusinessFacts } {
  if (week.sale.state === 'open') return { week, facts };
  const days = week.days.map((day) => ({
    ...day,
    windows: windowsOfWeekday(facts, weekdayOf(day.date)).map((timeSlot) => {
      const known = day.windows.find((window) => window.timeSlot === timeSlot);
      if (!known) return { timeSlot, open: true, placesLeft: null };
      return { ...known, open: known.reason === 'before' || known.reason === 'ended' };
    }),
  }));
  return { week: { ...week, days }, facts: { ...facts, closures: [] } };
}
