import { formatServices } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu, useSamples } from '#areas/menu/web/menu-data.ts';
import { HomeHero } from './home-hero.tsx';
import { hasPeopleAndPlace, PeopleAndPlace } from './people-and-place.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import {
  formatCutoff,
  formatDailyFee,
  formatSuburbs,
  formatWeeklyFee,
  formatWindows,
  byDeliveryType,
  formatFeeFrom,
  formatMainMeal,
} from '#areas/business/rules/service-text.ts';
import { StepList } from '#platform/web/ui/layout/step-list.tsx';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import {} from '#platform/rules/money.ts';
import { SampleCard } from '#areas/menu/web/site/sample-card.tsx';

export function HomePage() {
  const { business, sale } = useConfig();
  const meals = useMenu();
  const samples = useSamples();
  return (
    <>
      <HomeHero business={business} meals={meals} samples={samples} />
      <SampleMeals business={business} samples={samples} mealCount={meals.length} />
      {hasPeopleAndPlace(business) && (
        <section className="mx-auto max-w-6xl px-4 pt-14 sm:px-6" aria-labelledby="who">
          <h2 id="who" className="mb-6 text-2xl">
            Who cooks for you
          </h2>
          <PeopleAndPlace facts={business} />
        </section>
      )}
      <HomeSteps business={business} sale={sale} />
      <CalculatorInvitation />
      <DeliveryArea business={business} />
    </>
  );
}

function CalculatorInvitation() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-14 sm:px-6" aria-labelledby="how-much">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8">
        <div className="grid gap-1">
          <h2 id="how-much" className="text-2xl">
            How much is right for you?
          </h2>
          <p className="max-w-prose text-ink-soft">
            Answer a few questions for an honest range and meals that fit. We store nothing about
            your body.
          </p>
        </div>
        <a href={paths.calorieCalculator()} className={buttonClass('secondary')}>
          Calorie Calculator
        </a>
      </div>
    </section>
  );
}

function DeliveryArea({ business }: { business: ConfigReply['business'] }) {
  return (
    <section className="mx-auto max-w-6xl px-4 sm:px-6" aria-labelledby="area">
      <div className="grid gap-6 rounded-3xl bg-primary-soft p-6 sm:p-10 md:grid-cols-[1fr_1.4fr] md:items-center">
        <div className="grid justify-items-start gap-4">
          <h2 id="area" className="text-2xl">
            Where we deliver
          </h2>
          <p>We deliver to {formatSuburbs(business)}.</p>
          <a href={paths.order()} className={buttonClass('primary')}>
            Order Now
          </a>
        </div>
        <ul className="flex flex-wrap gap-2">
          {business.suburbs.map(({ name, postcode }) => (
            <li key={name} className="rounded-full bg-surface px-4 py-1.5 tabular-nums">
              {name} <span className="text-ink-soft">{postcode}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function HomeSteps({ business, sale }: Pick<ConfigReply, 'business' | 'sale'>) {
  const until = sale.state === 'open' ? ` by ${formatCutoff(business)}` : '';
  const steps = [
    {
      title: 'Set the table',
      text: `Tell us who is eating: ${business.people.min} to ${business.people.max} people, each with their own meals.`,
    },
    {
      title: 'Choose the meals',
      text: `Pick ${formatServices(business)} for the week${until}. Each shows what’s in it and its price.`,
    },
    {
      title: 'We deliver',
      text: `At your door ${formatWindows(business)}: ${byDeliveryType({ daily: `daily for ${formatDailyFee(business)}`, weekly: `all at once for ${formatWeeklyFee(business)}` }, business)}.`,
    },
  ];
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 sm:px-6" aria-labelledby="steps">
      <h2 id="steps" className="mb-6 text-2xl">
        Three steps to {formatMainMeal(business)}
      </h2>
      <StepList steps={steps} />
    </section>
  );
}

type SampleMealsProps = {
  business: ConfigReply['business'];
  samples: readonly SampleMeal[];
  /** Of the whole menu. */
  mealCount: number;
};

function SampleMeals({ business, samples, mealCount }: SampleMealsProps) {
  return (
    <section className="border-y border-line bg-sunken py-14" aria-labelledby="samples">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 sm:px-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 id="samples" className="text-2xl">
            A taste of the menu
          </h2>
          <p className="text-ink-soft tabular-nums">+ delivery from {formatFeeFrom(business)}</p>
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
