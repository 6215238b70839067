import {
  chooseMealPairs,
  isPairClose,
  type MealPair,
  type Recommendation,
} from '#areas/calculator/rules/recommendation.ts';
import {
  formatDayOfServices,
  formatServices,
  servedTypes,
  serviceTitle,
} from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { formatRounded } from '#areas/calculator/web/site/calculator-form-values.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { useEffect, useState } from 'react';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { formatDollars, parseAmount, sumCents } from '#platform/rules/money.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';

const PAIRS = 3;

/** Meals on this week's menu, one of each service, that come closest to what the plan leaves for them. */
export function MealPairs({ recommendation }: { recommendation: Recommendation }) {
  const { recommendedCalories, recommendedPlan, serviceKcal } = recommendation;
  const { business } = useConfig();
  const served = servedTypes(business);
  const onSale = menuOfWeek(useMenu(), useOpenDays());
  const menu = served.map((type) => onSale.filter(({ mealType }) => mealType === type));
  const pairs = chooseMealPairs(menu, serviceKcal, PAIRS);
  const isClose = pairs.some((pair) => isPairClose(pair, serviceKcal));
  return (
    <section aria-labelledby="pairs" className="grid gap-4 rounded-3xl bg-sunken p-5 sm:p-8">
      <div className="grid gap-1">
        <h3 id="pairs" className="text-xl">
          {isClose
            ? `${capitalised(formatDayOfServices(business))} that ${served.length === 1 ? 'fits' : 'fit'}`
            : `The closest ${formatServices(business)}`}
        </h3>
        <p className="max-w-prose text-ink-soft">
          {pairsText(pairs.length, isClose, serviceKcal, served.length)}
        </p>
      </div>
      <ul className="grid gap-4 lg:grid-cols-3">
        {pairs.map((pair) => (
          <MealPairCard
            key={pair.meals.map(({ id }) => id).join(' ')}
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

function pairsText(count: number, isClose: boolean, serviceKcal: number, services: number): string {
  if (count === 0) return 'This week’s menu isn’t ready yet. Check back soon.';
  if (isClose)
    return `From this week’s menu, for about ${formatRounded(serviceKcal)} Cal${services === 1 ? '' : ' together'}.`;
  const none =
    services === 1 ? 'No meal on this week’s menu comes' : 'No two meals on this week’s menu come';
  return `${none} close to ${formatRounded(serviceKcal)} Cal. These are the closest; breakfast and snacks make up the difference.`;
}

/** Meals available on at least one of the days; without days, everything on sale. */
function menuOfWeek(menu: readonly MealReply[], days: readonly PlainDate[]): MealReply[] {
  return menu.filter(
    (meal) =>
      meal.isActive && (days.length === 0 || days.some((day) => isMealAvailableOn(meal, day))),
  );
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

type MealPairCardProps = {
  pair: MealPair<MealReply>;
  /** What the pair leaves for the rest of the day. */
  restKcal: number;
};

function MealPairCard({ pair, restKcal }: MealPairCardProps) {
  const { business } = useConfig();
  const { meals, calories } = pair;
  const priceCents = sumCents(meals.map(({ price }) => parseAmount(price) ?? 0));
  return (
    <Card as="li" className="flex flex-col gap-4">
      {meals.map((meal) => (
        <PairedMeal key={meal.id} title={serviceTitle(meal.mealType, business)} meal={meal} />
      ))}
      <div className="mt-auto border-t border-line pt-3 tabular-nums">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
          <span>
            {formatRounded(calories)} Cal{meals.length > 1 && ' together'}
          </span>
          <span>{formatDollars(priceCents)}</span>
        </p>
        <p className="text-sm text-ink-soft">
          Leaves {formatRounded(restKcal)} Cal for the rest of your day.
        </p>
      </div>
    </Card>
  );
}

function PairedMeal({ title, meal }: { title: string; meal: MealReply }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-3">
      <DishPicture meal={meal} sizes="4.5rem" className="aspect-square w-full rounded-xl" />
      <div className="grid gap-0.5">
        <p className="text-sm text-ink-soft">{title}</p>
        <p className="leading-snug font-semibold">{meal.name}</p>
        <p className="text-sm tabular-nums">
          {meal.calories} Cal · {meal.protein} g protein
        </p>
        <p className="text-sm text-ink-soft">{allergenStatement(meal.allergens)}</p>
      </div>
    </div>
  );
}
