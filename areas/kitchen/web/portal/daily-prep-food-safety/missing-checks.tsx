import { useState } from 'react';
import type { MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import { instantOf } from '#platform/rules/zoned-time.ts';
import { isCleaning, type TemperatureKind } from '#areas/kitchen/rules/record-kinds.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { SentReading } from '#areas/kitchen/web/portal/temperatures-queries.ts';
import { useToday } from '#areas/order-book/web/use-today.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { NumberPad } from '#areas/kitchen/web/portal/daily-prep-temperatures/number-pad.tsx';
import { isCheckKind, missingText } from './check-words.ts';

type MissingChecksProps = {
  gaps: readonly MissingCheckReply[];
  onWrite: (line: SentReading) => void;
};

/** What nobody wrote down in time, newest first; what was done all the same can be written down with its own time. */
export function MissingChecks({ gaps, onWrite }: MissingChecksProps) {
  const today = useToday();
  const [late, setLate] = useState<MissingCheckReply | null>(null);
  if (gaps.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={gaps.length === 1 ? 'Missing: 1 check' : `Missing: ${gaps.length} checks`}
    >
      <ul className="grid gap-1">
        {gaps.toReversed().map((gap) => (
          <li
            key={`${gap.date} ${gap.kind} ${gap.place} ${gap.half ?? ''}`}
            className="flex flex-wrap items-center justify-between gap-2 text-lg"
          >
            <span>{missingText(gap, today)}</span>
            {isCheckKind(gap.kind) && (
              <Button variant="secondary" onClick={() => setLate(gap)}>
                It was done<span className="sr-only">: {missingText(gap, today)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {late && (
        <LateDialog
          gap={late}
          onClose={() => setLate(null)}
          onWrite={(line) => {
            onWrite(line);
            setLate(null);
          }}
        />
      )}
    </Notice>
  );
}

type LateDialogProps = {
  gap: MissingCheckReply;
  onClose: () => void;
  onWrite: (line: SentReading) => void;
};

/** Asks when it was done. Nothing is filled in. */
function LateDialog({ gap, onClose, onWrite }: LateDialogProps) {
  const { timeZone } = useConfig().business;
  const today = useToday();
  const [time, setTime] = useState('');
  const [asks, setAsks] = useState(false);
  const { date, kind, place } = gap;
  const at = () => {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    return new Date(instantOf({ date, minuteOfDay: hour * 60 + minute }, timeZone)).toISOString();
  };
  const withTime = (write: () => void) => {
    if (time === '') setAsks(true);
    else write();
  };
  return (
    <Dialog open onClose={onClose} title={missingText(gap, today)}>
      <div className="grid gap-4">
        <p>Written down after more than a day, it stays marked as late.</p>
        <TextField
          label="At what time was it done?"
          type="time"
          value={time}
          error={asks && time === '' ? 'Enter the time' : undefined}
          onChange={(event) => setTime(event.target.value)}
        />
        {isCleaning(kind) ? (
          <Button
            size="large"
            onClick={() => withTime(() => onWrite({ kind, date, place, at: at() }))}
          >
            Write it down
          </Button>
        ) : (
          <NumberPad
            onDone={(tenths) =>
              withTime(() =>
                onWrite({ kind: kind as TemperatureKind, date, place, tenths, at: at() }),
              )
            }
          />
        )}
      </div>
    </Dialog>
  );
}
