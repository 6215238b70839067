import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { NumberPad } from './number-pad.tsx';
import { describeReading } from './reading-words.ts';

type CorrectDialogProps = {
  /** Null: closed. */
  corrected: TemperatureReadingReply | null;
  onClose: () => void;
  /** Null: it was a slip. */
  onCorrect: (tenths: Tenths | null) => void;
};

/** A line of its own takes the place of one that was written wrong; the old line stays in the record. */
export function CorrectDialog({ corrected, onClose, onCorrect }: CorrectDialogProps) {
  return (
    <Dialog
      open={corrected !== null}
      onClose={onClose}
      title={corrected ? `Correct line ${corrected.id}` : ''}
    >
      {corrected && (
        <div className="grid gap-3">
          <p>{describeReading(corrected)}. The old line stays in the record.</p>
          {corrected.tenths !== null && <NumberPad onDone={onCorrect} />}
          <Button variant="secondary" onClick={() => onCorrect(null)}>
            Take it back: it was a slip
          </Button>
        </div>
      )}
    </Dialog>
  );
}
