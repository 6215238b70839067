import { dryRunQuery, freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  downloadIncident,
  getIncident,
  type IncidentReply,
  listIncidents,
  makeClosure,
  retryIncident,
  settleIncident,
} from '#areas/delivery/calls/incidents.ts';
import { addressOf, call } from '#platform/web/api/client.ts';

/** Prefix of the keys of all closed windows. */
export const INCIDENTS_KEY = ['incidents'];

const WHILE_RUNNING_MS = 1000;
const EVERY_MINUTE_MS = 60_000;

export type ClosureBody = z.input<typeof makeClosure.body>;
export type IncidentChoiceBody = NonNullable<ClosureBody['rows']>[number];

export function closurePreviewQuery(body: ClosureBody) {
  return dryRunQuery(makeClosure, { body });
}

/** Those that are worked through or need a person. */
export const openIncidentsQuery = freshQuery(
  [...INCIDENTS_KEY, 'open'],
  listIncidents,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.some(({ counts }) => counts.waiting > 0) ? WHILE_RUNNING_MS : EVERY_MINUTE_MS,
  },
);

export function incidentQuery(id: number) {
  return freshQuery(
    [...INCIDENTS_KEY, id],
    getIncident,
    { params: { id: String(id) } },
    {
      refetchInterval: ({ state }: { state: { data?: IncidentReply | undefined } }) =>
        (state.data?.counts.waiting ?? 0) > 0 ? WHILE_RUNNING_MS : false,
    },
  );
}

export function sendClosure(body: ClosureBody) {
  return call(makeClosure, { body });
}

export function sendIncidentRetry(id: number, rows: IncidentChoiceBody[]) {
  return call(retryIncident, { params: { id: String(id) }, body: { rows } });
}

export function sendIncidentSettled(id: number, note: string) {
  return call(settleIncident, { params: { id: String(id) }, body: { note } });
}

export function incidentDownloadPath(id: number): string {
  return addressOf(downloadIncident, { params: { id: String(id) } });
}
