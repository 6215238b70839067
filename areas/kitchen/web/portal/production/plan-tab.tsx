import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { ProductionPlanReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
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
  return (
    <div className="grid grid-cols-1 gap-5 py-5" aria-busy={query.isFetching}>
      {day === null && asked && <PlanBar asked={asked} {...range} />}
      <FailureNotice failure={changing.failure} />
      <Loaded query={query} what="the plan">
        {(plan) => {
          if (!asked) return null;
          if (day !== null)
            return (
              <CookDay plan={plan} date={day} changing={changing} onClose={() => openDay(null)} />
            );
          return (
            <>
              <MissingFacts missing={plan.missing} />
              {mayPrint && <PlanPrintouts asked={asked} />}
              {isEmpty(plan) ? (
                <EmptyState title="Nothing to cook: no orders yet, and no forecast for these days" />
              ) : (
                <PlanBoard
                  plan={plan}
                  asked={asked}
                  changing={changing}
                  onOpen={openDay}
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

type BarProps = Pick<ReturnType<typeof useAskedPlan>, 'setForecast' | 'step' | 'choose'> & {
  asked: AskedPlan;
};

function PlanBar({ asked, setForecast, step, choose }: BarProps) {
  const days = Math.round((Date.parse(asked.to) - Date.parse(asked.from)) / 86_400_000) + 1;
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div>
        <h2 className="text-xl">Plan</h2>
        <p className="text-ink-soft">
          Deliveries {formatDayAndMonth(asked.from)} to {formatDayAndMonth(asked.to)}
        </p>
      </div>
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
