import { useState } from 'react';
import { judgeDriveScan, readScanCode } from '#areas/order-book/rules/scan-code.ts';
import { beep } from '#platform/web/offline/beep.ts';
import { CameraView } from '#platform/web/offline/camera-view.tsx';
import type { DrivenStop } from './driven-stop.ts';

type ScanBagProps = {
  stops: readonly DrivenStop[];
  onStop: (stop: DrivenStop) => void;
  onClose: () => void;
};

/** The code on a bag opens its stop, with or without signal. */
export function ScanBag({ stops, onStop, onClose }: ScanBagProps) {
  const [problem, setProblem] = useState('');

  function tell(text: string) {
    const judged = judgeDriveScan(readScanCode(text, location.origin), stops);
    beep(judged.stop ? 'right' : 'wrong');
    if (judged.stop) onStop(judged.stop);
    else setProblem(judged.text);
  }

  return (
    <section aria-label="Scan" className="border-b-2 border-ink">
      <CameraView onCode={tell} className="h-64 w-full" />
      <div className="flex items-center justify-between gap-3 px-4 py-2">
        <p role="status" className="font-semibold">
          {problem === '' ? 'Hold the label of a bag before the camera' : `✗ ${problem}`}
        </p>
        <button
          type="button"
          onClick={onClose}
          className="min-h-12 shrink-0 rounded-lg border-2 border-ink px-3 font-bold"
        >
          Close
        </button>
      </div>
    </section>
  );
}
