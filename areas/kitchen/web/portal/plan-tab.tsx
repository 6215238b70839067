import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type ProductionPlanReply,
  type MissingReply,
  getProductionPlan,
  getProductionPlanFile,
} from '#areas/kitchen/calls/kitchen-plan.ts';
import { PRODUCTION_PLAN_KEY, SHOPPING_KEY } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { DaysBar } from '#areas/kitchen/web/portal/days-bar.tsx';
import { PlanBoard } from '#areas/kitchen/web/portal/plan-board.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useAskedPlan, useChangePlan, useFixComponent } from './use-plan.ts';
import { ingredientWeightText } from '#areas/printouts/rules/daily-totals.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { Navigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { addressOf } from '#platform/web/api/client.ts';

const LIVE = [PRODUCTION_PLAN_KEY, SHOPPING_KEY];

export function PlanTab() {
  const { asked, day, ...range } = useAskedPlan();
  const query = useQuery({
    ...freshQuery([...PRODUCTION_PLAN_KEY, asked], getProductionPlan, {
      query: asked ?? { from: '', to: '', forecast: 'on' },
    }),
    enabled: asked !== null,
  });
  const changing = useChangePlan();
  useLiveQueries(LIVE);
  // Until 0.2.0 a day of the plan was cooked here.
  if (day !== null) return <Navigate to={paths.admin({ tab: 'prep', date: day })} replace />;
  return (
    <div className="grid grid-cols-1 gap-5 py-5" aria-busy={query.isFetching}>
      {asked && (
        <DaysBar
          what="Deliveries"
          file={addressOf(getProductionPlanFile, { query: asked })}
          asked={asked}
          {...range}
        />
      )}
      <FailureNotice failure={changing.failure} />
      <Loaded query={query} what="the plan">
        {(plan) => {
          if (!asked) return null;
          return (
            <>
              <MissingFacts missing={plan.missing} />
              {isEmpty(plan) ? (
                <EmptyState title="Nothing to cook: no orders yet, and no forecast for these days" />
              ) : (
                <PlanBoard
                  plan={plan}
                  asked={asked}
                  changing={changing}
                  onForecast={range.setForecast}
                />
              )}
              <FromLabels {...plan.fromLabels} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function isEmpty({ days, cookings, done }: ProductionPlanReply): boolean {
  return cookings.length === 0 && done.length === 0 && days.every((day) => day.meals.length === 0);
}

function MissingFacts({ missing }: { missing: readonly MissingReply[] }) {
  if (missing.length === 0) return null;
  const isSevere = missing.some(({ kind }) => SEVERE.has(kind));
  return (
    <Notice tone={isSevere ? 'error' : 'warning'}>
      <details open={isSevere}>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          {missing.length === 1 ? '1 thing to fix' : `${missing.length} things to fix`}
        </summary>
        <ul className="grid gap-1 pb-2">
          {missing.map((fact) => (
            <li key={fact.text}>
              <Link className="inline-block min-h-6 underline" to={placeOf(fact)}>
                {fact.text}
              </Link>
              {fact.fix !== null && <Fix fix={fact.fix} />}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}

const SEVERE: ReadonlySet<MissingReply['kind']> = new Set([
  'no_day',
  'pot_too_small',
  'longer_than_open',
]);

function placeOf({ kind, mealId, componentId }: MissingReply): string {
  if (kind === 'shelf_life_unknown') return '/admin?tab=meals';
  const [part, open] = componentId === null ? ['meals', mealId] : ['components', componentId];
  return open === null
    ? '/admin?tab=cookbook&part=ingredients'
    : `/admin?tab=cookbook&part=${part}&open=${open}`;
}

/** One tap says that it is cooked through, or lets it keep no longer than what goes in. */
function Fix({ fix: { componentId, name, keepsDays } }: { fix: NonNullable<MissingReply['fix']> }) {
  const mayEdit = useMayDo('editRecipes');
  const { run, isBusy, failure } = useFixComponent();
  if (!mayEdit) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 py-1">
      <Button
        variant="secondary"
        size="small"
        disabled={isBusy}
        onClick={() => run({ componentId, change: { restartsLife: true } })}
      >
        Yes<span className="sr-only"> {name} is cooked through</span>
      </Button>
      <Button
        variant="secondary"
        size="small"
        disabled={isBusy}
        onClick={() => run({ componentId, change: { keepsDays } })}
      >
        Shorten it
        <span className="sr-only">
          {' '}
          to {keepsDays} days for {name}
        </span>
      </Button>
      <FailureNotice failure={failure} />
    </div>
  );
}

function FromLabels({ meals, ingredients }: ProductionPlanReply['fromLabels']) {
  if (meals.length === 0) return null;
  return (
    <details className="rounded-2xl border border-line bg-surface px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {meals.length === 1
          ? '1 meal without a recipe: from its label'
          : `${meals.length} meals without a recipe: from their labels`}
      </summary>
      <p className="pb-2 text-ink-soft">{meals.join(', ')}</p>
      <ul className="grid gap-x-6 pb-3 sm:grid-cols-2 lg:grid-cols-3">
        {ingredients.map((ingredient) => (
          <li
            key={ingredient.name}
            className="flex justify-between gap-3 border-t border-line py-1"
          >
            {ingredient.name}
            <span className="tabular-nums">{ingredientWeightText(ingredient)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
