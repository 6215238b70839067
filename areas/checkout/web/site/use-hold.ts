import { useEffect, useState } from 'react';
import type { CheckoutReply } from '#areas/checkout/calls/payments.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { askForMoreTime } from '#areas/checkout/web/site/checkout-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const TICK_MS = 1000;

export type Hold = {
  /** By the kitchen's clock; never negative. */
  secondsLeft: number;
  canExtend: boolean;
  isExtending: boolean;
  extend: () => Promise<void>;
};

/** The time left of a checkout's hold, second by second. */
export function useHold(checkout: CheckoutReply & { clockOffsetMs: number }): Hold {
  const [end, setEnd] = useState({ at: checkout.holdExpiresAt, canExtend: checkout.canExtendHold });
  const [isExtending, setIsExtending] = useState(false);
  const secondsLeft = useSecondsUntil(end.at, checkout.clockOffsetMs);
  const { showToast } = useToast();

  async function extend() {
    setIsExtending(true);
    try {
      const longer = await askForMoreTime(checkout);
      setEnd({ at: longer.holdExpiresAt, canExtend: longer.canExtendHold });
    } catch (error) {
      showToast({ title: 'Time Not Extended', description: describeFailure(error), tone: 'error' });
    } finally {
      setIsExtending(false);
    }
  }

  return { secondsLeft, canExtend: end.canExtend, isExtending, extend };
}

/** Second by second; `clockOffsetMs`: how far the kitchen's clock is ahead of this device's. */
export function useSecondsUntil(instant: string, clockOffsetMs: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(instant, clockOffsetMs));
  useEffect(() => {
    const tick = () => setSecondsLeft(secondsUntil(instant, clockOffsetMs));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [instant, clockOffsetMs]);
  return secondsLeft;
}

function secondsUntil(instant: string, clockOffsetMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - clockOffsetMs - Date.now()) / 1000));
}
