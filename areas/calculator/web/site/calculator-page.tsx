import { lazy, Suspense } from 'react';
import { formatDayOfServices } from '#areas/business/rules/services.ts';
import type { PlanFacts } from '#areas/calculator/rules/recommendation.ts';
import { planServiceKcal } from '#areas/menu/rules/plan-share.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  EATING_SUPPORT,
  MORE_SUPPORT,
  NOT_FOR_EVERYONE,
} from '#areas/calculator/rules/health-advisory.ts';
import { NeedsScripts } from '#areas/business/web/needs-scripts.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

const Calculator = lazy(async () => ({
  default: (await import('./calculator.tsx')).Calculator,
}));

/** Prerendered, except for the calculator itself. */
export function CalculatorPage() {
  const { adviser, business } = useConfig();
  const isInBrowser = useIsInBrowser();
  return (
    <div className="mx-auto grid max-w-6xl gap-10 px-4 pt-8 pb-4 sm:px-6 md:pt-12">
      <div className="grid gap-3">
        <PageHeading className="text-4xl">Calorie Calculator</PageHeading>
        <p className="max-w-prose text-lg text-ink-soft">
          How much you need in a day, and how much of it our {formatDayOfServices(business)} would
          cover. It takes a minute, and we don’t store anything about your body.
        </p>
        <p className="max-w-prose text-sm">{NOT_FOR_EVERYONE}</p>
      </div>
      <NeedsScripts what="The calculator" />
      <div className="grid items-start gap-10 lg:has-data-form:grid-cols-[minmax(0,1fr)_19rem]">
        <Suspense fallback={<CalculatorSkeleton />}>
          {isInBrowser ? <Calculator /> : <CalculatorSkeleton />}
        </Suspense>
        <GoodToKnow hasAdviser={adviser !== null} business={business} />
      </div>
      <section aria-labelledby="support" className="grid gap-1 rounded-3xl bg-sunken p-5 sm:p-6">
        <h2 id="support" className="text-xl">
          Someone to talk to
        </h2>
        <p className="max-w-prose">{EATING_SUPPORT}</p>
        <p className="max-w-prose">{MORE_SUPPORT}</p>
      </section>
      <div>
        <Link to={paths.home()} className={buttonClass('secondary')}>
          Back to Home
        </Link>
      </div>
    </div>
  );
}

/** Placeholder of the form, about as tall. */
function CalculatorSkeleton() {
  return (
    <div role="status" data-form="">
      <span className="sr-only">Loading the calculator</span>
      <Skeleton className="h-[64rem] w-full md:h-[48rem]" />
    </div>
  );
}

const OR = new Intl.ListFormat('en-AU', { type: 'disjunction' });

/** The explanatory section, below form and results alike. Spec 2. */
type GoodToKnowProps = { hasAdviser: boolean; business: PlanFacts };

function GoodToKnow({ hasAdviser, business }: GoodToKnowProps) {
  const { caloriePlans: plans, services } = business;
  const ours = plans.map((plan) => planServiceKcal(plan, services.length));
  const answers = [
    {
      title: 'What is a plan?',
      text: `The calories of a whole day: ${OR.format(plans.map(String))}. Our ${formatDayOfServices(business)} ${services.length === 1 ? 'gives' : 'give'} about ${planServiceKcal(100, services.length)}% of them, which is ${OR.format(ours.map(String))}; breakfast, snacks and drinks are the rest. It is a guide for choosing meals: there are no packs, and you pay for each meal.`,
    },
    {
      title: 'BMR and TDEE',
      text: 'BMR is the energy your body uses at rest; TDEE is for a whole day, with everything you do. Both come from published formulas and may be 10% off for any one person, so we show ranges.',
    },
    {
      title: 'Why no date?',
      text: 'A lighter body needs less, so weight follows a curve, not a straight line. We use the model of the NIH Body Weight Planner and give a range of weeks.',
    },
    {
      title: 'What happens to my details?',
      text: `We use them for the answer, then forget them: not stored, not logged, not shared${hasAdviser ? '; the language service that can write the explanation only gets the result' : ''}. Your browser saves the plan’s number, so your order can start with it.`,
    },
  ];
  return (
    <section aria-labelledby="good-to-know" className="@container grid gap-5">
      <h2 id="good-to-know" className="text-2xl">
        Good to know
      </h2>
      <dl className="grid gap-x-10 gap-y-5 @xl:grid-cols-2">
        {answers.map(({ title, text }) => (
          <div key={title} className="grid content-start gap-1">
            <dt className="font-serif text-lg font-semibold">{title}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
