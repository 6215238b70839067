import type { PackBagReply } from '#areas/delivery/calls/pack.ts';
import type { ScanAnswer } from '#areas/order-book/rules/scan-code.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import type { PackScanAnswer } from './use-scan.ts';

type ScanAnswerBarProps = {
  answer: PackScanAnswer;
  onOpen: (bag: PackBagReply) => void;
  onPrint: (itemId: number) => void;
  onClose: () => void;
};

/** What a scanned code is, readable from two steps away; by word and colour. */
export function ScanAnswerBar({ answer, onOpen, onPrint, onClose }: ScanAnswerBarProps) {
  const other = answer.kind === 'other_stop' ? answer.bag : null;
  const itemId = answer.kind === 'old' ? answer.itemId : null;
  return (
    <div
      key={answer.count}
      className={classNames('flex flex-wrap items-center gap-3 px-4 py-3', COLOURS[answer.kind])}
    >
      <p role="status" className="min-w-0 flex-1 basis-32 text-xl font-bold break-words">
        <span aria-hidden="true">{MARKS[answer.kind]} </span>
        {answer.text}
      </p>
      {other && (
        <button type="button" className={BUTTON} onClick={() => onOpen(other)}>
          Open {other.stop}
        </button>
      )}
      {itemId !== null && (
        <button type="button" className={BUTTON} onClick={() => onPrint(itemId)}>
          Print new label
        </button>
      )}
      <button type="button" className={BUTTON} onClick={onClose}>
        OK
      </button>
    </div>
  );
}

const BUTTON =
  'min-h-14 min-w-14 shrink-0 rounded-xl border-2 border-current px-4 text-lg font-bold';

const RIGHT = 'bg-success-soft text-success';
const LOOK = 'bg-warning-soft text-ink';
const WRONG = 'bg-danger text-on-danger';

const COLOURS: Record<ScanAnswer['kind'], string> = {
  right: RIGHT,
  bag: RIGHT,
  already: LOOK,
  not_now: LOOK,
  other_stop: WRONG,
  old: WRONG,
  foreign: WRONG,
};

const MARKS: Record<ScanAnswer['kind'], string> = {
  right: '✓',
  bag: '✓',
  already: '!',
  not_now: '!',
  other_stop: '✗',
  old: '✗',
  foreign: '✗',
};
