import { freshQuery } from '#platform/web/api/call-query.ts';
import { listWaves } from '#areas/waitlist/calls/waitlist-waves.ts';
import { listWaitlist } from '#areas/waitlist/calls/waitlist.ts';

/** Everyone on the waitlist, newest first. Refetched whenever it is shown. */
export const waitlistQuery = freshQuery(['waitlist'], listWaitlist);

/** How often a wave that is under way is looked at again. */
const UNDER_WAY_MS = 5000;

/** The waves, newest first. Refetched whenever they are shown, and while emails wait. */
export const wavesQuery = freshQuery(
  ['waitlist', 'waves'],
  listWaves,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.some(({ waiting }) => waiting > 0) ? UNDER_WAY_MS : false,
  },
);
