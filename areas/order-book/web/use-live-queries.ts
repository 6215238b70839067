import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LIVE_PATH, LiveOrderEvent } from '#areas/order-book/calls/admin-orders.ts';
import { serverNow } from '#platform/web/api/server-time.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';

const GATHER_MS = 300;
/** A line that comes back sooner is nobody's concern. */
const LOST_AFTER_MS = 60_000;

/**
 * Refetches these queries, if any, as soon as any order is new or changed. `keys` must keep its identity between renders.
 * Returns since when no news can come, once that has been so for a minute; else null.
 */
export function useLiveQueries(keys: readonly QueryKey[]): Instant | null {
  const client = useQueryClient();
  const [lostSince, setLostSince] = useState<Instant | null>(null);
  useEffect(() => {
    if (keys.length === 0) return undefined;
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let lost: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(gathering);
      gathering = setTimeout(() => {
        for (const queryKey of keys) void client.invalidateQueries({ queryKey });
      }, GATHER_MS);
    };
    const stop = listenToOrders({
      onReady() {
        clearTimeout(lost);
        lost = undefined;
        setLostSince(null);
        refresh();
      },
      onCreated: refresh,
      onChanged: refresh,
      // Each attempt to connect again is lost again.
      onLost() {
        const since = serverNow();
        lost ??= setTimeout(() => setLostSince(since), LOST_AFTER_MS);
      },
    });
    return () => {
      stop();
      clearTimeout(gathering);
      clearTimeout(lost);
    };
  }, [client, keys]);
  return lostSince;
}

/** Live news of orders, by server-sent events. */
type LiveListener = {
  /** Connected, for the first time or again: earlier events were missed. */
  onReady: () => void;
  onCreated: (order: LiveOrderEvent) => void;
  onChanged: (order: LiveOrderEvent) => void;
  /** Disconnected; a new connection is being made. */
  onLost: () => void;
};

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Listens until the returned function is called. */
export function listenToOrders(listener: LiveListener): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;

  function open() {
    source = new EventSource(LIVE_PATH);
    source.addEventListener('ready', () => {
      waitMs = FIRST_WAIT_MS;
      listener.onReady();
    });
    source.addEventListener('order-created', ({ data }) => listener.onCreated(readEvent(data)));
    source.addEventListener('order-changed', ({ data }) => listener.onChanged(readEvent(data)));
    source.addEventListener('error', () => {
      listener.onLost();
      // Browsers reconnect after a break, but not after a reply that is not a stream.
      if (source?.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(open, waitMs);
      waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    });
  }

  open();
  return () => {
    clearTimeout(retry);
    source?.close();
  };
}

function readEvent(data: unknown): LiveOrderEvent {
  return LiveOrderEvent.parse(JSON.parse(String(data)));
}
