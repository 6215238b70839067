import type { FastifyInstance } from 'fastify';
import {
  downloadIncident,
  getIncident as getIncidentCall,
  listIncidents as listIncidentsCall,
  makeClosure as makeClosureCall,
  retryIncident as retryIncidentCall,
  settleIncident as settleIncidentCall,
} from '#areas/delivery/calls/incidents.ts';
import type { Context } from '#platform/server/context.ts';
import { retryIncident, settleIncident } from '#areas/delivery/server/incident/decide-again.ts';
import {
  getIncident,
  incidentCsv,
  listIncidents,
} from '#areas/delivery/server/incident/read-incident.ts';
import { makeClosure } from '#areas/delivery/server/incident/make-closure.ts';
import { sendCsv } from '#platform/server/drawing/csv.ts';
import { staffRoute } from '#platform/server/http/route.ts';

export function registerIncidentRoutes(app: FastifyInstance, context: Context): void {
  staffRoute(app, makeClosureCall, ({ body, staff }) => makeClosure(context, staff, body));

  staffRoute(app, listIncidentsCall, () => listIncidents(context.db));

  staffRoute(app, getIncidentCall, ({ params }) => getIncident(context, params.id));

  staffRoute(app, retryIncidentCall, ({ params, body, staff }) =>
    retryIncident(context, staff, { ...params, ...body }),
  );

  staffRoute(app, settleIncidentCall, ({ params, body, staff }) =>
    settleIncident(context, staff, { ...params, ...body }),
  );

  staffRoute(app, downloadIncident, async ({ params, reply }) => {
    const incident = await getIncident(context, params.id);
    const name = `closed-${incident.date}-${incident.id}.csv`;
    return sendCsv(reply, name, incidentCsv(incident));
  });
}
