import { queryOptions } from '@tanstack/react-query';
import { listOwnSessions, listStaff, listStaffSessions } from '#areas/staff/calls/staff.ts';
import { getOwnSecurity } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';

/** Accounts change without our doing: refetched whenever they are shown. */
export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(listStaff, { signal }),
  staleTime: 0,
});

export const ownSecurityQuery = queryOptions({
  queryKey: ['own-security'],
  queryFn: ({ signal }) => call(getOwnSecurity, { signal }),
});

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
  staleTime: 0,
});

export function staffSessionsQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'sessions', id],
    queryFn: ({ signal }) => call(listStaffSessions, { params: { id }, signal }),
    staleTime: 0,
  });
}
