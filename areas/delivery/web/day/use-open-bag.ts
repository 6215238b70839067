import { useEffect, useState } from 'react';
import { type PackBagReply, claimBag } from '#areas/delivery/calls/pack.ts';
import { isToPack, nextBag } from '#areas/order-book/rules/pack-bag.ts';
import { inTime } from '#platform/web/offline/day-queue.ts';
import { say, takeBack } from '#areas/delivery/web/day/pack-queue.ts';
import { call } from '#platform/web/api/client.ts';

/** Long enough to see that it was the last, and to take it back. */
const NEXT_AFTER_MS = 1500;

export function useOpenBag(bags: readonly PackBagReply[]) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [packed, setPacked] = useState<{ id: number; key: string } | null>(null);
  const next = nextBag(bags, skipped);
  const bag = bags.find(({ id }) => id === openId) ?? next;
  const isOpen = bag !== null && isToPack(bag);

  // What was opened by itself stays open, whatever others do.
  if (openId === null && next !== null) setOpenId(next.id);
  useClaim(isOpen ? bag.id : null);

  useEffect(() => {
    if (packed === null) return;
    const timer = setTimeout(() => {
      setPacked(null);
      setOpenId(null);
    }, NEXT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [packed]);

  return {
    bag,
    isOpen,
    isJustPacked: bag !== null && packed?.id === bag.id,
    skippedCount: skipped.size,
    open: (id: number) => {
      setPacked(null);
      setOpenId(id);
    },
    openNext: () => {
      setPacked(null);
      setOpenId(next?.id ?? null);
      return next;
    },
    skip: (left: PackBagReply) => {
      setSkipped((before) => new Set(before).add(left.id));
      setOpenId(null);
      leaveBag(left.id);
    },
    close: async (full: PackBagReply, isShort: readonly number[] = []) => {
      const key = await say(full, { kind: 'close', status: 'packed', isShort });
      if (key !== null) setPacked({ id: full.id, key });
    },
    undo: async (slipped: PackBagReply) => {
      if (packed) await takeBack(slipped, packed.key);
      setPacked(null);
    },
  };
}

/** Others see whose bag it is; that it fails is of no consequence, because ticks claim it as well. */
async function send(deliveryId: number, isLeft: boolean): Promise<void> {
  try {
    await call(claimBag, { body: { deliveryId, isLeft }, ...inTime() });
  } catch {
    // Two packers may open it, and their ticks add up.
  }
}

/** While a bag is open; null: none is. */
function useClaim(deliveryId: number | null): void {
  useEffect(() => {
    if (deliveryId !== null) void send(deliveryId, false);
  }, [deliveryId]);
}

function leaveBag(deliveryId: number): void {
  void send(deliveryId, true);
}
