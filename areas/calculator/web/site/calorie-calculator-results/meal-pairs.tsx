import { chooseMealPairs, isPairClose } from '#areas/calculator/rules/energy/meal-pairs.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { formatRounded } from './amounts.ts';
import { MealPairCard } from './meal-pair-card.tsx';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { isMealAvailableOn } from '#areas/menu/rules/meal-availability.ts';
import { useEffect, useState } from 'react';

const PAIRS = 3;

/** Lunches and dinners on this week's menu that come closest to what the plan leaves for them. */
export function MealPairs({ recommendation }: { recommendation: Recommendation }) {
  const { recommendedCalories, recommendedPlan, serviceKcal } = recommendation;
  const pairs = chooseMealPairs(menuOfWeek(useMenu(), useOpenDays()), serviceKcal, PAIRS);
  const isClose = pairs.some((pair) => isPairClose(pair, serviceKcal));
  return (
    <section aria-labelledby="pairs" className="grid gap-4 rounded-3xl bg-sunken p-5 sm:p-8">
      <div className="grid gap-1">
        <h3 id="pairs" className="text-xl">
          {isClose ? 'Lunch and dinner that fit' : 'The closest lunches and dinners'}
        </h3>
        <p className="max-w-prose text-ink-soft">{describe(pairs.length, isClose, serviceKcal)}</p>
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        {pairs.map((pair) => (
          <MealPairCard
            key={`${pair.lunch.id} ${pair.dinner.id}`}
            pair={pair}
            restKcal={recommendedCalories - pair.calories}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.order()} className={buttonClass('primary')}>
          Order Your Plan Now
        </Link>
        <Link to={paths.menu()} className={buttonClass('quiet')}>
          See the whole menu
        </Link>
      </div>
      <p className="text-sm text-ink-soft">
        Your order starts with the {recommendedPlan}; you can choose any meals you like.
      </p>
    </section>
  );
}

function describe(count: number, isClose: boolean, serviceKcal: number): string {
  if (count === 0) return 'This week’s menu isn’t ready yet. Check back soon.';
  if (isClose)
    return `From this week’s menu, for about ${formatRounded(serviceKcal)} Cal together.`;
  return `No two meals on this week’s menu come close to ${formatRounded(serviceKcal)} Cal. These are the closest; breakfast and snacks make up the difference.`;
}

/** Meals available on at least one of the days; without days, everything on sale. */
function menuOfWeek(
  menu: readonly MealReply[],
  days: readonly PlainDate[],
): { lunches: MealReply[]; dinners: MealReply[] } {
  const onSale = menu.filter(
    (meal) =>
      meal.isActive && (days.length === 0 || days.some((day) => isMealAvailableOn(meal, day))),
  );
  return {
    lunches: onSale.filter(({ mealType }) => mealType === 'lunch'),
    dinners: onSale.filter(({ mealType }) => mealType === 'dinner'),
  };
}

/** The days open for orders; empty until they are known. */
function useOpenDays(): readonly PlainDate[] {
  const [days, setDays] = useState<readonly PlainDate[]>([]);

  useEffect(() => {
    let isMounted = true;
    loadDays()
      .then((open) => {
        if (isMounted) setDays(open);
      })
      // Without them, the whole menu counts.
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, []);

  return days;
}

async function loadDays(): Promise<PlainDate[]> {
  const { fetchOpenDays } = await import('#areas/calculator/web/site/calorie-advice-queries.ts');
  return fetchOpenDays();
}
