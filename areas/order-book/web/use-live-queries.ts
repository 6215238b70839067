import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToOrders } from './live-orders.ts';

const GATHER_MS = 300;

/** Refetches these queries, if any, as soon as any order is new or changed. `keys` must keep its identity between renders. */
export function useLiveQueries(keys: readonly QueryKey[]): void {
  const client = useQueryClient();
  useEffect(() => {
    if (keys.length === 0) return undefined;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => {
        for (const queryKey of keys) void client.invalidateQueries({ queryKey });
      }, GATHER_MS);
    };
    const stop = listenToOrders({
      onReady: refresh,
      onCreated: refresh,
      onChanged: refresh,
      onLost: () => {},
    });
    return () => {
      stop();
      clearTimeout(gathering);
    };
  }, [client, keys]);
}
