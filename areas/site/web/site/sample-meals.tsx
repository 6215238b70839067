import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { SampleCard } from '#areas/menu/web/site/sample-card.tsx';

type SampleMealsProps = {
  business: ConfigReply['business'];
  samples: readonly SampleMeal[];
  /** Of the whole menu. */
  mealCount: number;
};

export function SampleMeals({ business, samples, mealCount }: SampleMealsProps) {
  return (
    <section className="border-y border-line bg-sunken py-14" aria-labelledby="samples">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 sm:px-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 id="samples" className="text-2xl">
            A taste of the menu
          </h2>
          <p className="text-ink-soft tabular-nums">
            + delivery from {formatDollars(business.dailyFeeCents)} a day
          </p>
        </div>
        <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
          {samples.map((meal) => (
            <SampleCard key={meal.id} meal={meal} />
          ))}
        </ul>
        <a href={paths.menu()} className={`${buttonClass('secondary')} justify-self-center`}>
          {mealCount > 0 ? `See all ${mealCount} meals` : 'See the menu'}
        </a>
      </div>
    </section>
  );
}
