import type { FastifyInstance } from 'fastify';
import {
  closeSale as closeSaleCall,
  downloadIncident,
  getIncident as getIncidentCall,
  listIncidents as listIncidentsCall,
  retryIncident as retryIncidentCall,
  settleIncident as settleIncidentCall,
  startIncident as startIncidentCall,
} from '#contract/delivery/incidents.ts';
import type { Context } from '#server/context.ts';
import { retryIncident, settleIncident } from '#server/deliveries/incident/decide-again.ts';
import {
  getIncident,
  incidentCsv,
  listIncidents,
} from '#server/deliveries/incident/read-incident.ts';
import { closeSale, startIncident } from '#server/deliveries/incident/start-incident.ts';
import { staffRoute } from '#server/http/route.ts';

export function registerIncidentRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, closeSaleCall, ({ body, staff }) => closeSale(context, staff, body));

  staffRoute(app, startIncidentCall, ({ body, staff }) => startIncident(context, staff, body));

  staffRoute(app, listIncidentsCall, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return listIncidents(context.db);
  });

  staffRoute(app, getIncidentCall, ({ params, reply }) => {
    reply.header('cache-control', 'no-store');
    return getIncident(context.db, params.id);
  });

  staffRoute(app, retryIncidentCall, ({ params, body, staff }) =>
    retryIncident(context, staff, { ...params, ...body }),
  );

  staffRoute(app, settleIncidentCall, ({ params, body, staff }) =>
    settleIncident(context, staff, { ...params, ...body }),
  );

  staffRoute(app, downloadIncident, async ({ params, reply }) => {
    const incident = await getIncident(context.db, params.id);
    reply
      .header('cache-control', 'no-store')
      .header('content-type', 'text/csv; charset=utf-8')
      .header(
        'content-disposition',
        `attachment; filename="closed-${incident.date}-${incident.id}.csv"`,
      );
    return incidentCsv(incident);
  });
}
