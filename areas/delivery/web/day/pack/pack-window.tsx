import { useState } from 'react';
import type { PackBagReply, PackPersonReply } from '#areas/delivery/calls/pack.ts';
import type { DeliveryWindow } from '#areas/business/rules/delivery-windows.ts';
import { isToPack, isUnchecked } from '#areas/order-book/rules/pack-bag.ts';
import { useKeyScanner } from '#platform/web/offline/use-key-scanner.ts';
import { AllergyCheck } from './allergy-check.tsx';
import { BagCard } from './bag-card.tsx';
import { BagList } from './bag-list.tsx';
import type { TickWords } from './missing-portions.tsx';
import { PackNotices } from './pack-notices.tsx';
import { bagNow, say } from '#areas/delivery/web/day/pack-state.ts';
import { ScanAnswerBar } from './scan-answer.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { useInTurn } from './use-in-turn.ts';
import { useOpenBag } from './use-open-bag.ts';
import { usePrintLabels } from './use-print-labels.ts';
import { useScan } from './use-scan.ts';
import { NoBagLeft, WindowHeader } from './window-header.tsx';

type PackWindowProps = {
  window: DeliveryWindow;
  /** All of the day, with what is not sent yet. */
  allBags: readonly PackBagReply[];
  title: string;
  onLeave: () => void;
};

/** One bag at a time, the lowest stop that nobody has; all others below. */
export function PackWindow({ window, allBags, title, onLeave }: PackWindowProps) {
  const bags = allBags.filter(({ timeSlot }) => timeSlot === window);
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
    // Whoever has scanned the last portion scans the next bag's first.
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
            const of = bagOfItem(allBags, itemId);
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
          onReopen={() => void say(bag, { kind: 'close', status: 'cooked', isShort: false })}
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

function bagOfItem(bags: readonly PackBagReply[], itemId: number): PackBagReply | undefined {
  return bags.find(({ people }) =>
    people.some(({ items }) => items.some(({ id }) => id === itemId)),
  );
}
