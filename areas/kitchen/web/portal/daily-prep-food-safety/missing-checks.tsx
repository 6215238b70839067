import { useState } from 'react';
import type { MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { isCheckKind, missingText } from './check-words.ts';
import { NotNeededDialog } from './not-needed-dialog.tsx';

type MissingChecksProps = {
  gaps: readonly MissingCheckReply[];
  /** What was done all the same is written down with its own time. */
  onWriteIn: (gap: MissingCheckReply) => void;
};

/** What nobody wrote down in time, newest first. */
export function MissingChecks({ gaps, onWriteIn }: MissingChecksProps) {
  const today = useToday();
  const [needless, setNeedless] = useState<MissingCheckReply | null>(null);
  if (gaps.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={gaps.length === 1 ? 'Missing: 1 check' : `Missing: ${gaps.length} checks`}
    >
      <ul className="grid gap-2">
        {gaps.toReversed().map((gap) => {
          const text = missingText(gap, today);
          return (
            <li
              key={[gap.date, gap.kind, gap.place, gap.window, gap.batchId, gap.half].join(' ')}
              className="flex flex-wrap items-center justify-between gap-2 text-lg"
            >
              <span className="wrap-anywhere">{text}</span>
              <span className="flex flex-wrap gap-2">
                <Button variant="secondary" onClick={() => onWriteIn(gap)}>
                  It was done<span className="sr-only">: {text}</span>
                </Button>
                {!isCheckKind(gap.kind) && (
                  <Button variant="quiet" onClick={() => setNeedless(gap)}>
                    Not needed<span className="sr-only">: {text}</span>
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {needless && (
        <NotNeededDialog
          gap={needless}
          title={missingText(needless, today)}
          onClose={() => setNeedless(null)}
        />
      )}
    </Notice>
  );
}
