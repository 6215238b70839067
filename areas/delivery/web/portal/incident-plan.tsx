import type { IncidentPreviewReply } from '#areas/delivery/calls/incidents.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import { type DeliveryWindow, windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { incidentName } from '#areas/delivery/web/open-incidents.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { NotInPlan } from './plan-notes.tsx';
import { WhatCustomersRead, WhatHappens } from './plan-words.tsx';
import { type IncidentPlanning, useIncidentPlan } from './use-incident-plan.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { ChoiceField } from './choice-field.tsx';

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
    <Button variant="secondary" size="small" onClick={onClick}>
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

type Row = IncidentPreviewReply['rows'][number];

type PlanRowsProps = {
  rows: readonly Row[];
  places: IncidentPreviewReply['places'];
  mayRefund: boolean;
  withWindow: boolean;
  onChoose: (id: number, value: string) => void;
};

function PlanRows({ rows, places, mayRefund, withWindow, onChoose }: PlanRowsProps) {
  return (
    <ul
      aria-label="Deliveries"
      className="rounded-2xl border border-line bg-surface [&>li:first-child]:border-t-0"
    >
      {rows.map((row) => (
        <li
          key={row.id}
          className="grid items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 sm:grid-cols-[minmax(0,1fr)_20rem]"
        >
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">
              {row.stop !== null && <span className="tabular-nums">{row.stop} </span>}
              {row.customer}
            </p>
            <p className="text-sm text-ink-soft">{describe(row, withWindow)}</p>
            {row.message && <p className="text-sm font-semibold text-danger">{row.message}</p>}
          </div>
          <ChoiceField
            label={row.customer}
            choice={row.choice}
            to={row.to}
            places={places}
            mayRefund={mayRefund}
            onChoose={(value) => onChoose(row.id, value)}
          />
        </li>
      ))}
    </ul>
  );
}

function describe(
  { orderNumber, timeSlot, status, isKept, joins, amount, choice }: Row,
  withWindow: boolean,
) {
  return [
    ...(withWindow ? [windowLabel(timeSlot)] : []),
    DELIVERY_STATUS_LABELS[status],
    orderNumber,
    ...(isKept ? ['same bag, kept cold'] : []),
    ...(joins ? ['joins the delivery they get then'] : []),
    ...(choice === 'refund' ? [`$${amount} back`] : []),
  ].join(' · ');
}
