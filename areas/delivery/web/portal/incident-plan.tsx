import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { incidentName } from '#areas/delivery/web/open-incidents.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { NotInPlan } from './plan-notes.tsx';
import { PlanRows } from './plan-rows.tsx';
import { WhatCustomersRead, WhatHappens } from './plan-words.tsx';
import { type IncidentPlanning, useIncidentPlan } from './use-incident-plan.ts';

type IncidentPlanProps = { date: PlainDate; windows: readonly DeliveryWindow[] };

/** One choice for each delivery of the closed windows, and what they do before they are done. */
export function IncidentPlan({ date, windows }: IncidentPlanProps) {
  const plan = useIncidentPlan(date, windows);
  return (
    <Loaded query={plan.preview} what="who has booked" kind="detail">
      {(preview) => <Plan plan={plan} preview={preview} date={date} windows={windows} />}
    </Loaded>
  );
}

type PlanProps = IncidentPlanProps & { plan: IncidentPlanning; preview: IncidentPreviewReply };

function Plan({ plan, preview: data, date, windows }: PlanProps) {
  const mayRefund = useMayDo('refundOrders');
  const name = incidentName({ date, windows: [...windows] });
  const { rows, incidentId } = data;
  if (incidentId !== null) return <AlreadyOpen name={name} id={incidentId} />;
  return (
    <>
      <h2 className="text-xl">{name}: what becomes of everyone</h2>
      {rows.length === 0 ? (
        <EmptyState title="Nobody is left to decide on">
          <Link
            to={paths.admin({ tab: 'deliveries', date })}
            className={buttonClass('secondary', 'small')}
          >
            See the day’s deliveries
          </Link>
        </EmptyState>
      ) : (
        <>
          <ForAll plan={plan} rows={rows} mayRefund={mayRefund} />
          <PlanRows
            rows={rows}
            places={data.places}
            mayRefund={mayRefund}
            withWindow={windows.length > 1}
            onChoose={(id, value) => plan.choose([id], value)}
          />
        </>
      )}
      <NotInPlan preview={data} />
      {rows.length > 0 && (
        <>
          <WhatCustomersRead plan={plan} preview={data} />
          <WhatHappens plan={plan} preview={data} />
        </>
      )}
    </>
  );
}

type ForAllProps = {
  plan: IncidentPlanning;
  rows: IncidentPreviewReply['rows'];
  mayRefund: boolean;
};

function ForAll({ plan: { chosen, choose, proposeAll }, rows, mayRefund }: ForAllProps) {
  const ids = rows.map(({ id }) => id);
  const homeless = rows.filter(({ id, choice }) => choice === 'leave' && !chosen.has(id));
  return (
    <div role="group" aria-label="For all" className="flex flex-wrap gap-2">
      <AllButton onClick={proposeAll}>Move all that find a place</AllButton>
      {mayRefund && homeless.length > 0 && (
        <AllButton
          onClick={() =>
            choose(
              homeless.map(({ id }) => id),
              'refund',
            )
          }
        >
          {`Refund the ${homeless.length} without a place`}
        </AllButton>
      )}
      {mayRefund && (
        <AllButton onClick={() => choose(ids, 'refund')}>{`Refund all ${rows.length}`}</AllButton>
      )}
      <AllButton onClick={() => choose(ids, 'leave')}>Leave all</AllButton>
    </div>
  );
}

function AllButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={onClick}>
      {children}
    </Button>
  );
}

function AlreadyOpen({ name, id }: { name: string; id: number }) {
  return (
    <EmptyState title={`${name} is closed already`}>
      <p>Someone chose for everyone in it, and it is not settled yet.</p>
      <Link to={paths.admin({ tab: 'close', incident: id })} className={buttonClass()}>
        See how far it is
      </Link>
    </EmptyState>
  );
}
