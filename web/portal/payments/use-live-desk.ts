import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToOrders } from '#web/api/live-orders.ts';
import { paymentDeskQuery } from '#web/api/payments-desk.ts';

const GATHER_MS = 300;

/** Reads the page again as soon as any order is new or changed: one may wait for a decision, or not any more. */
export function useLiveDesk(): void {
  const client = useQueryClient();
  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => void client.invalidateQueries(paymentDeskQuery), GATHER_MS);
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
