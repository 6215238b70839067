import { useQuery } from '@tanstack/react-query';
import type { ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  type AskedPlan,
  PRODUCTION_PLAN_KEY,
  productionPlanFile,
  productionPlanQuery,
} from '#areas/kitchen/web/portal/production-queries.ts';
import { SHOPPING_KEY } from '#areas/kitchen/web/portal/shopping-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { PRINTOUTS_KEY } from '#areas/printouts/web/printouts-queries.ts';
import { useLiveQueries } from '#areas/order-book/web/use-live-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { DateField } from '#platform/web/ui/form/date-field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { CookDay } from './cook-day.tsx';
import { FromLabels, MissingFacts } from './missing-facts.tsx';
import { PlanBoard } from './plan-board.tsx';
import { PlanPrintouts } from './plan-printouts.tsx';
import { useAskedPlan, useChangePlan } from './use-plan.ts';

const LIVE = [PRODUCTION_PLAN_KEY, PRINTOUTS_KEY, SHOPPING_KEY];

/** What to cook when: a board of cook days, or one of them in full for whoever stands at the stove. */
export function PlanTab() {
  const { asked, day, openDay, ...range } = useAskedPlan();
  const query = useQuery({
    ...productionPlanQuery(asked ?? { from: '', to: '', forecast: 'on' }),
    enabled: asked !== null,
  });
  const changing = useChangePlan();
  const mayPrint = useMayDo('makePrintouts');
  useLiveQueries(LIVE);
  const { data, error, isFetching } = query;
  return (
    <div className="grid grid-cols-1 gap-5 py-5" aria-busy={isFetching}>
      {day === null && asked && <PlanBar asked={asked} {...range} />}
      {changing.failure !== null && (
        <Notice tone="error" announce="now">
          {changing.failure}
        </Notice>
      )}
      {data && asked && day !== null && (
        <CookDay plan={data} date={day} changing={changing} onClose={() => openDay(null)} />
      )}
      {data && asked && day === null && (
        <>
          <MissingFacts missing={data.missing} />
          {mayPrint && <PlanPrintouts asked={asked} />}
          {isEmpty(data) ? (
            <EmptyState title="Nothing to cook: no orders yet, and no forecast for these days" />
          ) : (
            <PlanBoard
              plan={data}
              asked={asked}
              changing={changing}
              onOpen={openDay}
              onForecast={range.setForecast}
            />
          )}
          <FromLabels {...data.fromLabels} />
        </>
      )}
      {!data && error && !isFetching && (
        <ErrorState
          title="We couldn’t load the plan"
          message={describeFailure(error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {!data && (isFetching || !error) && <PlanSkeleton />}
    </div>
  );
}

function isEmpty({ days, cookings, done }: ProductionPlanReply): boolean {
  return cookings.length === 0 && done.length === 0 && days.every((day) => day.meals.length === 0);
}

type BarProps = Pick<ReturnType<typeof useAskedPlan>, 'setForecast' | 'step' | 'choose'> & {
  asked: AskedPlan;
};

function PlanBar({ asked, setForecast, step, choose }: BarProps) {
  const days = Math.round((Date.parse(asked.to) - Date.parse(asked.from)) / 86_400_000) + 1;
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <h2 className="text-xl">
        Deliveries {formatDayAndMonth(asked.from)} to {formatDayAndMonth(asked.to)}
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <Switch
          label="Add the forecast"
          checked={asked.forecast !== 'off'}
          onChange={(isOn) => setForecast(isOn ? 'on' : 'off')}
        />
        <Button variant="quiet" size="small" onClick={() => step(-days)}>
          Earlier
        </Button>
        <DateField label="From" value={asked.from} onChange={(date) => choose('from', date)} />
        <DateField label="To" value={asked.to} onChange={(date) => choose('to', date)} />
        <Button variant="quiet" size="small" onClick={() => step(days)}>
          Later
        </Button>
        <a className={buttonClass('secondary', 'small')} href={productionPlanFile(asked).address}>
          Download CSV
        </a>
      </div>
    </div>
  );
}

function PlanSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading the plan</span>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
