import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu, useSamples } from '#areas/menu/web/menu-data.ts';
import { hasPeopleAndPlace, PeopleAndPlace } from '#areas/site/web/site/people-and-place.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { HOME_TEXTS } from '#areas/business/rules/texts/home-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { formatFeeFrom } from '#areas/business/rules/service-text.ts';
import { StepList } from '#platform/web/ui/layout/step-list.tsx';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import { SampleCard } from '#areas/menu/web/site/sample-card.tsx';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { menuClaims } from '#areas/menu/rules/menu-claims.ts';
import { parseAmount } from '#platform/rules/money.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { SuburbCheck } from '#areas/business/web/suburb-check.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import type { PicturedMeal } from '#areas/menu/rules/meal-picture.ts';

export function HomePage() {
  const { business } = useConfig();
  const { line } = usePageTexts(HOME_TEXTS);
  const meals = useMenu();
  const samples = useSamples();
  return (
    <>
      <HomeHero business={business} meals={meals} samples={samples} />
      <SampleMeals business={business} samples={samples} mealCount={meals.length} />
      {hasPeopleAndPlace(business) && (
        <section className="mx-auto max-w-6xl px-4 pt-14 sm:px-6" aria-labelledby="who">
          <h2 id="who" className="mb-6 text-2xl">
            {line('home.people')}
          </h2>
          <PeopleAndPlace facts={business} />
        </section>
      )}
      <HomeSteps />
      <CalculatorInvitation />
      <DeliveryArea business={business} />
    </>
  );
}

function CalculatorInvitation() {
  const { topics } = usePageTexts(HOME_TEXTS);
  return (
    <section className="mx-auto max-w-6xl px-4 pb-14 sm:px-6" aria-labelledby="how-much">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-8">
        {topics('home.calculator').map(({ id, title, text }) => (
          <div key={id} className="grid gap-1">
            <h2 id="how-much" className="text-2xl">
              {title}
            </h2>
            <div className="grid max-w-prose gap-1 text-ink-soft">{text}</div>
          </div>
        ))}
        <a href={paths.calorieCalculator()} className={buttonClass('secondary')}>
          Calorie Calculator
        </a>
      </div>
    </section>
  );
}

function DeliveryArea({ business }: { business: ConfigReply['business'] }) {
  const { topics } = usePageTexts(HOME_TEXTS);
  return (
    <section className="mx-auto max-w-6xl px-4 sm:px-6" aria-labelledby="area">
      <div className="grid gap-6 rounded-3xl bg-primary-soft p-6 sm:p-10 md:grid-cols-[1fr_1.4fr] md:items-center">
        <div className="grid justify-items-start gap-4">
          {topics('home.area').map(({ id, title, text }) => (
            <div key={id} className="grid gap-4">
              <h2 id="area" className="text-2xl">
                {title}
              </h2>
              {text}
            </div>
          ))}
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

function HomeSteps() {
  const { line, topics } = usePageTexts(HOME_TEXTS);
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 sm:px-6" aria-labelledby="steps">
      <h2 id="steps" className="mb-6 text-2xl">
        {line('home.stepsTitle')}
      </h2>
      <StepList steps={topics('home.steps')} />
    </section>
  );
}

type SampleMealsProps = {
  business: ConfigReply['business'];
  samples: readonly SampleMeal[];
  /** For the whole menu. */
  mealCount: number;
};

function SampleMeals({ business, samples, mealCount }: SampleMealsProps) {
  const { line } = usePageTexts(HOME_TEXTS);
  return (
    <section className="border-y border-line bg-sunken py-14" aria-labelledby="samples">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 sm:px-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <h2 id="samples" className="text-2xl">
            {line('home.samples')}
          </h2>
          <p className="text-ink-soft tabular-nums">+ delivery from {formatFeeFrom(business)}</p>
        </div>
        <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
          {samples.map((meal) => (
            <SampleCard key={meal.id} meal={meal} />
          ))}
        </ul>
        <a href={paths.menu()} className={`${buttonClass('secondary')} justify-self-center`}>
          {mealCount > 1 ? `See all ${mealCount} meals` : 'See the menu'}
        </a>
      </div>
    </section>
  );
}

type HomeHeroProps = {
  business: ConfigReply['business'];
  meals: readonly MealReply[];
  samples: readonly SampleMeal[];
};

function HomeHero({ business, meals, samples }: HomeHeroProps) {
  const { hasLaunched } = useConfig();
  const { line, paragraphs } = usePageTexts(HOME_TEXTS);
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-6 px-4 pt-6 pb-12 sm:px-6 md:grid-cols-[1.1fr_1fr] md:gap-8 md:pt-16 md:pb-20">
      <div className="grid gap-5">
        <PageHeading className="text-4xl">{line('home.headline')}</PageHeading>
        <div className="grid max-w-prose gap-2 text-lg text-ink-soft">
          {paragraphs('home.intro')}
        </div>
        <div className="flex flex-wrap gap-3">
          {!hasLaunched && (
            <a href={paths.waitlist()} className={buttonClass('primary', 'large')}>
              Join the waitlist
            </a>
          )}
          <a
            href={paths.order()}
            className={buttonClass(hasLaunched ? 'primary' : 'secondary', 'large')}
          >
            Order Now
          </a>
          <a href={paths.menu()} className={buttonClass('secondary', 'large')}>
            See the menu
          </a>
          <a href={paths.howItWorks()} className={buttonClass('quiet', 'large')}>
            How it works
          </a>
        </div>
        <div className="max-w-md">
          <SuburbCheck label="Do we deliver to you?" suburbs={business.suburbs} />
        </div>
        <HeroFacts business={business} meals={meals} />
      </div>
      <HeroTable meals={meals.length > 0 ? meals : samples} />
    </section>
  );
}

function HeroFacts({ business, meals }: Omit<HomeHeroProps, 'samples'>) {
  const facts = [
    `${business.suburbs.length} ${business.region.shortName} Suburbs`,
    ...menuClaims(
      meals.map(({ price, protein }) => ({
        priceCents: parseAmount(price) ?? 0,
        proteinGrams: protein,
      })),
    ),
  ];
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4 font-semibold tabular-nums">
      {facts.map((fact) => (
        <li key={fact} className="flex items-center gap-2">
          <span className="size-2.5 rounded-full bg-mango" aria-hidden="true" />
          {fact}
        </li>
      ))}
    </ul>
  );
}

/** One meal large, with two beside it, on a mango-coloured cloth: the first dinner and two lunches, or what there is. */
function HeroTable({ meals }: { meals: readonly PicturedMeal[] }) {
  const large = meals.find((meal) => meal.mealType === 'dinner') ?? meals[0];
  const isOther = (meal: PicturedMeal) => meal !== large && meal.mealType === 'lunch';
  const others = meals.some(isOther) ? meals.filter(isOther) : meals.filter((one) => one !== large);
  return (
    <div
      className="relative mx-auto aspect-[10/9] w-full max-w-64 max-md:order-first sm:max-w-80 md:max-w-none"
      aria-hidden="true"
    >
      <div className="absolute inset-[8%_4%_6%_10%] rotate-3 rounded-[3rem] bg-mango" />
      {large && <PlateOf meal={large} className="absolute bottom-0 left-0 w-[68%]" />}
      {others[0] && <PlateOf meal={others[0]} className="absolute top-0 right-0 w-[48%]" />}
      {others[1] && (
        <PlateOf meal={others[1]} className="absolute right-[1%] bottom-[1%] w-[36%]" />
      )}
    </div>
  );
}

const ON_CLOTH = 'rounded-[14%] shadow-card ring-4 ring-surface';
const CLASS_OF = { photo: ON_CLOTH, rendered: ON_CLOTH };

function PlateOf({ meal, className }: { meal: PicturedMeal; className: string }) {
  return (
    <DishPicture
      meal={meal}
      sizes="(min-width: 48rem) 18rem, 8rem"
      isAboveFold
      className={`aspect-square ${className}`}
      classOf={CLASS_OF}
    />
  );
}
