import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import {
  getIncident,
  type IncidentReply,
  listIncidents,
  type makeClosure,
} from '#areas/delivery/calls/incidents.ts';

/** Prefix of the keys of all closed windows. */
export const INCIDENTS_KEY = ['incidents'];

const WHILE_RUNNING_MS = 1000;
const EVERY_MINUTE_MS = 60_000;

export type ClosureBody = z.input<typeof makeClosure.body>;
export type IncidentChoiceBody = NonNullable<ClosureBody['rows']>[number];

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
