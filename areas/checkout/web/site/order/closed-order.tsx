import type { MealReply } from '#areas/menu/calls/meals.ts';
import { type Sale, saleWords } from '#areas/business/rules/sale-state.ts';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
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

/** Alone in its file, which nobody loads while the kitchen sells. The order page while it does not: when it will, the waitlist, and the menu to look at. */
export function ClosedOrder({ sale, meals }: { sale: Sale; meals: readonly MealReply[] }) {
  const { business } = useConfig();
  const words = saleWords(sale, business);
  const { line } = usePageLines(FRAME_TEXTS);
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
