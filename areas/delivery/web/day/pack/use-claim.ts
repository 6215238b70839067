import { useEffect } from 'react';
import { sendClaim } from '#areas/delivery/web/pack.ts';

/** Others see whose bag it is; that it fails is of no consequence, because ticks claim it as well. */
async function send(deliveryId: number, isLeft: boolean): Promise<void> {
  try {
    await sendClaim({ deliveryId, isLeft });
  } catch {
    // Two packers may open it, and their ticks add up.
  }
}

/** While a bag is open; null: none is. */
export function useClaim(deliveryId: number | null): void {
  useEffect(() => {
    if (deliveryId !== null) void send(deliveryId, false);
  }, [deliveryId]);
}

export function leaveBag(deliveryId: number): void {
  void send(deliveryId, true);
}
