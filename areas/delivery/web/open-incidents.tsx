import { useQuery } from '@tanstack/react-query';
import type { IncidentSummary } from '#areas/delivery/calls/incidents.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { incidentProgress, incidentStatus } from '#areas/order-book/rules/incident.ts';
import { openIncidentsQuery } from '#areas/delivery/web/portal/incidents-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

/** Closed windows that are still worked through or need a person, and the way to close another. */
export function OpenIncidents({ date }: { date?: PlainDate | undefined }) {
  return useMayDo('moveDeliveries') ? <Incidents date={date} /> : null;
}

function Incidents({ date }: { date?: PlainDate | undefined }) {
  const { data = [] } = useQuery(openIncidentsQuery);
  return (
    <div className="grid justify-items-start gap-3 print:hidden">
      {data.length > 0 && (
        <ul aria-label="Closed windows" className="grid w-full gap-3">
          {data.map((incident) => (
            <li key={incident.id}>
              <OpenIncident incident={incident} />
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.admin({ tab: 'close', date })} className={buttonClass('secondary', 'small')}>
        Close a window…
      </Link>
    </div>
  );
}

function OpenIncident({ incident }: { incident: IncidentSummary }) {
  const { id, isSettled, counts } = incident;
  const isStuck = incidentStatus(counts, isSettled) === 'stuck';
  return (
    <Notice
      tone={isStuck ? 'error' : 'info'}
      title={`${incidentName(incident)} is closed: ${incidentProgress(counts)}`}
    >
      <Link
        to={paths.admin({ tab: 'close', incident: id })}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {isStuck ? 'Decide on those that failed' : 'See how far it is'}
      </Link>
    </Notice>
  );
}

/** "Tue 13 Jan 4pm-6pm". */
export function incidentName({ date, windows }: Pick<IncidentSummary, 'date' | 'windows'>): string {
  return `${formatDayAndMonth(date)} ${windows.map(windowLabel).join(' and ')}`;
}
