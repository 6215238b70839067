import { useState } from 'react';
import type { PackBagReply } from '#areas/delivery/calls/pack.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { judgeScan, readScanCode, type ScanAnswer } from '#areas/order-book/rules/scan-code.ts';
import { beep } from '#platform/web/offline/beep.ts';

export type PackScanAnswer = ScanAnswer<PackBagReply> & {
  /** The same answer twice in a row is two answers. */
  count: number;
};

type Bench = {
  open: PackBagReply | null;
  window: DeliveryWindow;
  /** All of the day. */
  bags: readonly PackBagReply[];
};

/** What the last code was, by sound and word. Returns the answer for whoever has to do something. */
export function useScan() {
  const [answer, setAnswer] = useState<PackScanAnswer | null>(null);

  function scan(text: string, bench: Bench): ScanAnswer<PackBagReply> {
    const judged = judgeScan(readScanCode(text, location.origin), bench);
    beep(judged.kind === 'right' || judged.kind === 'bag' ? 'right' : 'wrong');
    setAnswer((before) => ({ ...judged, count: (before?.count ?? 0) + 1 }));
    return judged;
  }

  return { answer, scan, clear: () => setAnswer(null) };
}
