import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { ConfigReply } from '#contract/config.ts';
import { call } from './client.ts';

export const configQuery = queryOptions({
  queryKey: ['config'],
  // Loaded only to ask: pages come with this, and the contract's schemas are a quarter of their scripts.
  queryFn: async ({ signal }) => call((await import('#contract/config.ts')).getConfig, { signal }),
});

/** Business facts and payment mode. Every page is rendered with them, so they are always there. */
export function useConfig(): ConfigReply {
  return useSuspenseQuery(configQuery).data;
}
