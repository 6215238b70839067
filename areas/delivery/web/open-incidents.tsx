import { useQuery } from '@tanstack/react-query';
import type { IncidentSummary } from '#areas/delivery/calls/incidents.ts';
import { closingName, incidentProgress, incidentStatus } from '#areas/order-book/rules/incident.ts';
import { openIncidentsQuery } from '#areas/delivery/web/portal/incidents-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';

export function OpenIncidents() {
  return useMayDo('moveDeliveries') ? <Incidents /> : null;
}

function Incidents() {
  const { data = [] } = useQuery(openIncidentsQuery);
  if (data.length === 0) return null;
  return (
    <ul aria-label="Closed" className="grid gap-3 print:hidden">
      {data.map((incident) => (
        <li key={incident.id}>
          <OpenIncident incident={incident} />
        </li>
      ))}
    </ul>
  );
}

function OpenIncident({ incident }: { incident: IncidentSummary }) {
  const { id, isSettled, counts } = incident;
  const isStuck = incidentStatus(counts, isSettled) === 'stuck';
  return (
    <Notice
      tone={isStuck ? 'error' : 'info'}
      title={`${closingName(incident)} is closed: ${incidentProgress(counts)}`}
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
