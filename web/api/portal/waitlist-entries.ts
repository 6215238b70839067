import { queryOptions } from '@tanstack/react-query';
import { downloadWaitlist, listWaitlist, removeWaitlistEntry } from '#contract/waitlist.ts';
import { call } from '../client.ts';

/** Everyone on the waitlist, newest first. Refetched whenever it is shown. */
export const waitlistQuery = queryOptions({
  queryKey: ['waitlist'],
  queryFn: ({ signal }) => call(listWaitlist, { signal }),
  staleTime: 0,
});

export function removeFromWaitlist(id: number): Promise<void> {
  return call(removeWaitlistEntry, { params: { id } });
}

/** A download link. */
export const waitlistDownloadPath = downloadWaitlist.path;
