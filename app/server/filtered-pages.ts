/**
 * Pages of which there are more than can be kept, such as a menu filtered by anyone's words. They are rendered when asked
 * for, and the latest are kept within a fixed number of bytes. One is rendered at a time, and for at most half of the
 * time, so that a flood of different queries leaves the other half to everyone else.
 */
import { setTimeout } from 'node:timers/promises';
import { Busy } from '#platform/server/errors.ts';
import type { StoredReply } from '#platform/server/http/stored-reply.ts';

const LIMITS = { pages: 200, bytes: 16_000_000, waiting: 40, waitingPerCaller: 8 };
/** A slow moment must not hold everyone up for as long again. */
const LONGEST_REST_MS = 500;

export type FilteredPages = {
  /** Null: not kept. `key` names the page and the version of the site. */
  find: (key: string) => StoredReply | null;
  /**
   * Requests for the same key share one rendering. Throws Busy when too many are waiting, altogether or for this
   * caller.
   */
  render: (key: string, caller: string, render: () => Promise<StoredReply>) => Promise<StoredReply>;
  size: () => { pages: number; bytes: number };
};

type UnderWay = { caller: string; page: Promise<StoredReply> };

export function createFilteredPages(limits = LIMITS): FilteredPages {
  // The latest used comes last.
  const kept = new Map<string, StoredReply>();
  const underWay = new Map<string, UnderWay>();
  let bytes = 0;
  let turn: Promise<void> = Promise.resolve();

  function store(key: string, page: StoredReply) {
    kept.set(key, page);
    bytes += bytesOf(page);
    for (const [oldest, old] of kept) {
      if (kept.size <= limits.pages && bytes <= limits.bytes) break;
      kept.delete(oldest);
      bytes -= bytesOf(old);
    }
  }

  function refuseIfBusy(caller: string) {
    const ofCaller = [...underWay.values()].filter((other) => other.caller === caller).length;
    if (underWay.size >= limits.waiting || ofCaller >= limits.waitingPerCaller) throw new Busy();
  }

  function renderInTurn(render: () => Promise<StoredReply>): Promise<StoredReply> {
    let tookMs = 0;
    const page = turn.then(async () => {
      const startedAt = performance.now();
      try {
        return await render();
      } finally {
        tookMs = performance.now() - startedAt;
      }
    });
    const rest = () => setTimeout<void>(Math.min(tookMs, LONGEST_REST_MS));
    turn = page.then(rest, rest);
    return page;
  }

  return {
    find(key) {
      const page = kept.get(key);
      if (!page) return null;
      kept.delete(key);
      kept.set(key, page);
      return page;
    },
    async render(key, caller, render) {
      const same = underWay.get(key);
      if (same) return same.page;
      refuseIfBusy(caller);
      const page = renderInTurn(render);
      underWay.set(key, { caller, page });
      try {
        store(key, await page);
        return await page;
      } finally {
        underWay.delete(key);
      }
    },
    size: () => ({ pages: kept.size, bytes }),
  };
}

function bytesOf({ identity, br, gzip }: StoredReply): number {
  return identity.length + br.length + gzip.length;
}
