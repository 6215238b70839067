import { useState } from 'react';
import type { PackBagReply } from '#contract/delivery/pack.ts';
import type { DeliveryWindow } from '#domain/delivery/delivery-windows.ts';
import { judgeScan, readScanCode, type ScanAnswer } from '#domain/packing/scan-code.ts';
import { beep } from '#web/day/scan/beep.ts';

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
