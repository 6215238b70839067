import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { DAILY_PREP_KEY } from '#web/api/daily-prep.ts';
import { PAPERS_KEY } from '#web/api/kitchen-paper.ts';
import { listenToOrders } from '#web/api/live-orders.ts';

const GATHER_MS = 300;

/** Reads the day again as soon as any order is new or changed: paper that is out of date must not wait to be noticed. */
export function useLivePrep(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => {
        void client.invalidateQueries({ queryKey: DAILY_PREP_KEY });
        void client.invalidateQueries({ queryKey: PAPERS_KEY });
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
  }, [client]);
}
