import { useState, useEffect, useRef } from 'react';
import { TEST_BADGE } from '#areas/order-book/rules/kitchen-bag.ts';
import type { PackBagReply, PackPersonReply } from '#areas/delivery/calls/pack.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isToPack, isUnchecked, isWaiting } from '#areas/order-book/rules/pack-bag.ts';
import { useKeyScanner, beep, CameraView } from '#platform/web/offline/camera-view.tsx';
import { AllergyCheck } from '#areas/delivery/web/day/allergy-check.tsx';
import { BagCard } from '#areas/delivery/web/day/bag-card.tsx';
import { type TickWords, countBags } from '#areas/delivery/web/day/pack-actions.tsx';
import { bagNow, say, packQueue } from '#areas/delivery/web/day/pack-queue.ts';
import { useOpenBag } from '#areas/delivery/web/day/use-open-bag.ts';
import { labelsSource } from '#areas/printouts/web/printouts-queries.ts';
import { useSendToPrinter } from '#areas/printouts/web/use-printout.tsx';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery.ts';
import { type ScanAnswer, judgeScan, readScanCode } from '#areas/order-book/rules/scan-code.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { formatMinuteOfDay, wallTimeAt } from '#platform/rules/zoned-time.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { DayBar } from '#platform/web/offline/day-bar.tsx';
import { countWaiting, useDayQueue } from '#platform/web/offline/day-queue.ts';

type PackWindowProps = {
  window: DeliveryWindow;
  allBags: readonly PackBagReply[];
  title: string;
  onLeave: () => void;
};

/** One bag at a time, the lowest stop that nobody has; all others below. */
export function PackWindow({ window, allBags, title, onLeave }: PackWindowProps) {
  const bags = allBags.filter((one) => one.window === window);
  const { bag, isJustPacked, isOpen, skippedCount, open, openNext, skip, close, undo } =
    useOpenBag(bags);
  const [isScanning, setScanning] = useState(false);
  const { answer, scan, clear } = useScan();
  const printLabels = usePrintLabels();

  async function tick(ticked: PackBagReply, itemId: number, { state, reason }: TickWords) {
    const word = { kind: 'tick', itemId, state, reason: reason ?? null } as const;
    if ((await say(ticked, word)) === null || state !== 'ticked') return;
    const after = bagNow(ticked.id);
    if (after && isToPack(after) && isFull(after)) await close(after);
  }

  async function check(checked: PackBagReply, { id, food }: PackPersonReply) {
    const { reopened } = checked;
    await say(checked, { kind: 'check', personId: id, food, reopened });
  }

  // A code that is read twice is judged twice: the second time it is in the bag.
  const onCode = useInTurn(async (text: string) => {
    // Anyone who has scanned the last portion scans the next bag's first.
    const bench = isJustPacked ? openNext() : bag;
    const now = bench && bagNow(bench.id);
    const judged = scan(text, { open: now, window, bags: allBags });
    if (judged.kind === 'right' && now) await tick(now, judged.itemId, { state: 'ticked' });
    if (judged.kind === 'bag' && judged.bag) open(judged.bag.id);
  });
  useKeyScanner(onCode);

  const isToCheck = isOpen && bag?.people.some(isUnchecked);
  return (
    <div className="mx-auto flex min-h-svh w-full max-w-4xl flex-col">
      <WindowHeader title={title} bags={bags} onLeave={onLeave} />
      <PackNotices />
      {isScanning && <ScanPanel onCode={onCode} onClose={() => setScanning(false)} />}
      {answer && (
        <ScanAnswerBar
          answer={answer}
          onOpen={({ id }) => {
            clear();
            open(id);
          }}
          onPrint={(itemId) => {
            const of = allBags.find(({ people }) =>
              people.some(({ items }) => items.some(({ id }) => id === itemId)),
            );
            if (of) printLabels(of.id, itemId);
          }}
          onClose={clear}
        />
      )}
      {bag === null ? (
        <NoBagLeft bags={bags} skipped={skippedCount} />
      ) : isToCheck ? (
        <AllergyCheck
          key={bag.id}
          bag={bag}
          onCheck={(person) => {
            clear();
            void check(bag, person);
          }}
          onLeaveOut={(item) => {
            clear();
            void tick(bag, item.id, { state: 'missing', reason: 'on_hold' });
          }}
          onSkip={() => {
            clear();
            skip(bag);
          }}
        />
      ) : (
        <BagCard
          key={bag.id}
          bag={bag}
          isJustPacked={isJustPacked}
          isScanning={isScanning}
          onTick={(itemId, words) => {
            clear();
            return tick(bag, itemId, words);
          }}
          onCard={() => {
            clear();
            void putCardIn(bag);
          }}
          onPacked={(isShort) => void close(bag, isShort)}
          onUndo={() => void undo(bag)}
          onReopen={() => void say(bag, { kind: 'close', status: 'cooked', isShort: [] })}
          onSkip={() => {
            clear();
            skip(bag);
          }}
          onScan={() => setScanning(!isScanning)}
          onPrint={(itemId) => printLabels(bag.id, itemId)}
        />
      )}
      <BagList bags={bags.filter(({ id }) => id !== bag?.id)} onOpen={open} />
    </div>
  );
}

async function putCardIn(bag: PackBagReply): Promise<void> {
  if (!bag.card) return;
  const { reopened, card } = bag;
  await say(bag, { kind: 'check', personId: null, food: card.text, reopened });
}

function isFull({ people, card }: PackBagReply): boolean {
  if (card?.checkedBy === null) return false;
  return people.every(({ items }) => items.every(({ state }) => state === 'ticked'));
}

/** It stays on from bag to bag. */
function ScanPanel({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) {
  return (
    <div className="relative">
      <CameraView onCode={onCode} className="h-40 w-full sm:h-56" />
      <button
        type="button"
        onClick={onClose}
        className="absolute top-3 right-3 min-h-12 rounded-xl bg-surface px-4 font-bold text-ink"
      >
        Close camera
      </button>
    </div>
  );
}

/** Prints labels again that are missing or old: of one portion, or those on a stop's bags. */
function usePrintLabels(): (deliveryId: number, itemId: number | 'bag') => void {
  const print = useSendToPrinter({ saved: 'Label Downloaded' });
  return (deliveryId, itemId) =>
    print.run(
      labelsSource({
        deliveryIds: [deliveryId],
        ...(itemId === 'bag' ? { kind: 'delivery' } : { itemIds: [itemId] }),
      }),
    );
}

/** Acts on one after the other, so that each finds what came of the one before, however fast they come. */
export function useInTurn<Given>(act: (given: Given) => Promise<void>): (given: Given) => void {
  const latest = useRef(act);
  const [actedCount, setActedCount] = useState(0);
  const whenShown = useRef<(() => void) | null>(null);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => whenShown.current?.(), [actedCount]);
  const turn = useRef(Promise.resolve());
  return (given) => {
    turn.current = turn.current.then(async () => {
      await latest.current(given);
      // On the screen together with what came of it, and so in the next `act`. A timer may be faster than the screen.
      await new Promise<void>((done) => {
        whenShown.current = done;
        setActedCount((count) => count + 1);
      });
    });
  };
}

type BagListProps = { bags: readonly PackBagReply[]; onOpen: (id: number) => void };

function BagList({ bags, onOpen }: BagListProps) {
  if (bags.length === 0) return null;
  return (
    <ul aria-label="Other bags" className="mt-6 border-t border-line">
      {bags.map((bag) => (
        <li key={bag.id} className="border-b border-line">
          <button
            type="button"
            onClick={() => onOpen(bag.id)}
            className="flex min-h-16 w-full items-center gap-4 px-4 text-left text-lg hover:bg-primary-soft focus-visible:-outline-offset-3"
          >
            <span className="min-w-0 flex-1 break-words">
              <span className="text-xl font-bold">{bag.key}</span>, {bag.suburb}
            </span>
            <span className="text-right text-base">{describeBag(bag)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function describeBag(bag: PackBagReply): string {
  if (!isToPack(bag))
    return bag.status === 'packed' ? '✓ Packed' : DELIVERY_STATUS_LABELS[bag.status];
  if (bag.isTest) return TEST_BADGE;
  if (bag.claimedBy !== null) return `${bag.claimedBy} is packing this`;
  if (bag.isOnHold) return 'On hold';
  if (bag.isChanged) return 'Changed since packed';
  if (isWaiting(bag)) return 'Waits for a portion';
  return '';
}

type ScanAnswerBarProps = {
  answer: PackScanAnswer;
  onOpen: (bag: PackBagReply) => void;
  onPrint: (itemId: number) => void;
  onClose: () => void;
};

function ScanAnswerBar({ answer, onOpen, onPrint, onClose }: ScanAnswerBarProps) {
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

type PackScanAnswer = ScanAnswer<PackBagReply> & {
  /** The same answer twice in a row is two answers. */
  count: number;
};

type Bench = { open: PackBagReply | null; window: DeliveryWindow; bags: readonly PackBagReply[] };

function useScan() {
  const [answer, setAnswer] = useState<PackScanAnswer | null>(null);

  function scan(text: string, bench: Bench): ScanAnswer<PackBagReply> {
    const judged = judgeScan(readScanCode(text, location.origin), bench);
    beep(judged.kind === 'right' || judged.kind === 'bag' ? 'right' : 'wrong');
    setAnswer((before) => ({ ...judged, count: (before?.count ?? 0) + 1 }));
    return judged;
  }

  return { answer, scan, clear: () => setAnswer(null) };
}

type WindowHeaderProps = { title: string; bags: readonly PackBagReply[]; onLeave: () => void };

function WindowHeader({ title, bags, onLeave }: WindowHeaderProps) {
  const { packed: count, total } = countBags(bags);
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface px-4 py-2">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
        <PageHeading className="text-2xl">{title}</PageHeading>
        <p role="status" className="text-lg font-semibold tabular-nums">
          {count} of {total} {total === 1 ? 'bag' : 'bags'}
        </p>
        <WaitingBadge />
        <button
          type="button"
          onClick={onLeave}
          className="min-h-12 px-2 font-semibold underline underline-offset-4"
        >
          Change
        </button>
      </div>
      <ProgressBar label="Bags packed" value={count} max={total} />
    </header>
  );
}

/** Nothing opens by itself any more. */
function NoBagLeft({ bags, skipped }: { bags: readonly PackBagReply[]; skipped: number }) {
  const left = bags.filter((bag) => isToPack(bag) && !bag.isTest);
  const waiting = left.filter(isWaiting).length;
  if (left.length === 0)
    return (
      <p className="bg-success-soft px-4 py-12 text-center text-2xl font-semibold text-success">
        ✓ All bags of this window are packed
      </p>
    );
  return (
    <div className="px-4 py-10 text-center text-xl">
      <p className="text-2xl font-semibold">No other bag to open</p>
      <p>
        {[
          waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for a missing portion`,
          skipped > 0 && `${skipped} skipped`,
          left.some(({ claimedBy }) => claimedBy !== null) && 'others are being packed',
        ]
          .filter(Boolean)
          .join(', ')}
        . Tap one below.
      </p>
    </div>
  );
}

export function PackNotices() {
  const state = useDayQueue(packQueue);
  const { timeZone } = useConfig().business;
  const { others, otherName } = countWaiting(state);
  const { day, notices, isLive, problem } = state;
  return (
    <>
      {problem !== null && <DayBar tone="bad">{problem}</DayBar>}
      {notices.map(({ id, text }) => (
        <DayBar key={id} tone="bad" onOk={() => void packQueue.dismiss(id)}>
          {text}
        </DayBar>
      ))}
      {!isLive && day && (
        <DayBar tone="amber">
          Not live since {formatMinuteOfDay(wallTimeAt(Date.parse(day.now), timeZone).minuteOfDay)}.
          What you tap is kept on this tablet and sent later.
        </DayBar>
      )}
      {others > 0 && (
        <DayBar tone="amber">
          {others} not sent of {otherName} on this tablet. Sent when {otherName} signs in.
        </DayBar>
      )}
    </>
  );
}

export function WaitingBadge() {
  const { mine } = countWaiting(useDayQueue(packQueue));
  return (
    <p role="status" className="text-lg font-semibold text-warning tabular-nums">
      {mine > 0 && `↑ ${mine} waiting to send`}
    </p>
  );
}
