import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { askForBell, getBell, stopBell } from '#areas/checkout/calls/slot-bells.ts';
import { call } from '#platform/web/api/client.ts';

const LOOK_AGAIN_MS = 30_000;

export const sendAskForBell = (body: z.input<typeof askForBell.body>) => call(askForBell, { body });

/** The place of a link; looked at again while it is held, because its time runs out. */
export function bellQuery(token: string) {
  return queryOptions({
    queryKey: ['slot-bell', token],
    queryFn: ({ signal }) => call(getBell, { query: { token }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'held' ? LOOK_AGAIN_MS : false),
  });
}

export const sendStopBell = (token: string) => call(stopBell, { body: { token } });
