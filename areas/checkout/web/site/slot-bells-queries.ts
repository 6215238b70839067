import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { askForBell, confirmBells, getBells, stopBells } from '#areas/checkout/calls/slot-bells.ts';
import { call } from '#platform/web/api/client.ts';

export const sendAskForBell = (body: z.input<typeof askForBell.body>) => call(askForBell, { body });

export function bellsQuery(token: string) {
  return queryOptions({
    queryKey: ['slot-bells', token],
    queryFn: ({ signal }) => call(getBells, { query: { token }, signal }),
  });
}

export const sendConfirmBells = (token: string) => call(confirmBells, { body: { token } });
export const sendStopBells = (token: string) => call(stopBells, { body: { token } });
