import { lazy, Suspense } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  EATING_SUPPORT,
  MORE_SUPPORT,
  NOT_FOR_EVERYONE,
} from '#areas/calculator/rules/care-lines.ts';
import { NeedsScripts } from '#areas/business/web/needs-scripts.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { GoodToKnow } from './good-to-know.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

const Calculator = lazy(async () => ({
  default: (await import('./calculator.tsx')).Calculator,
}));

/** Prerendered, except for the calculator itself. */
export function CalculatorPage() {
  const { adviser } = useConfig();
  const isInBrowser = useIsInBrowser();
  return (
    <div className="mx-auto grid max-w-6xl gap-10 px-4 pt-8 pb-4 sm:px-6 md:pt-12">
      <div className="grid gap-3">
        <PageHeading className="text-4xl">Calorie Calculator</PageHeading>
        <p className="max-w-prose text-lg text-ink-soft">
          How much you need in a day, and how much of it our lunch and dinner would cover. It takes
          a minute, and we don’t store anything about your body.
        </p>
        <p className="max-w-prose text-sm">{NOT_FOR_EVERYONE}</p>
      </div>
      <NeedsScripts what="The calculator" />
      <div className="grid items-start gap-10 lg:has-data-form:grid-cols-[minmax(0,1fr)_19rem]">
        <Suspense fallback={<CalculatorSkeleton />}>
          {isInBrowser ? <Calculator /> : <CalculatorSkeleton />}
        </Suspense>
        <GoodToKnow hasAdviser={adviser !== null} />
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
