import { useEffect, useState } from 'react';
import type { PackBagReply } from '#contract/delivery/pack.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isToPack, needsCheck, nextBag } from '#domain/packing/pack-bag.ts';
import { AllergyCheck } from './allergy-check.tsx';
import { BagCard } from './bag-card.tsx';
import { BagList } from './bag-list.tsx';
import { NoBagLeft, WindowHeader } from './window-header.tsx';
import { leaveBag, useClaim } from './use-claim.ts';
import { usePacking } from './use-packing.ts';

/** Long enough to see that it was the last, and to take it back. */
const NEXT_AFTER_MS = 1500;

type PackWindowProps = {
  /** As it was asked for; null: today. */
  date: PlainDate | null;
  bags: readonly PackBagReply[];
  title: string;
  /** What is shown may be old: the last look at the server failed. */
  isStale: boolean;
  onLeave: () => void;
};

/** One bag at a time, the lowest stop that nobody has; all others below. */
export function PackWindow({ date, bags, title, isStale, onLeave }: PackWindowProps) {
  const packing = usePacking(date);
  const [openId, setOpenId] = useState<number | null>(null);
  const [skipped, setSkipped] = useState<ReadonlySet<number>>(new Set());
  const [packed, setPacked] = useState<{ id: number; key: string } | null>(null);
  const next = nextBag(bags, skipped);
  const chosen = bags.find(({ id }) => id === openId) ?? next;
  const bag = chosen && packing.withUnsaved(chosen);
  const bagId = bag?.id ?? null;
  const isOpen = bag !== null && isToPack(bag);

  // What was opened by itself stays open, whatever others do.
  if (openId === null && next !== null) setOpenId(next.id);
  useClaim(isOpen ? bagId : null);

  useEffect(() => {
    if (packed === null) return;
    const timer = setTimeout(() => {
      setPacked(null);
      setOpenId(null);
    }, NEXT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [packed]);

  function leave(left: PackBagReply) {
    setSkipped((before) => new Set(before).add(left.id));
    setOpenId(null);
    leaveBag(left.id);
  }

  function open(id: number) {
    setPacked(null);
    packing.clearFailure();
    setOpenId(id);
  }

  async function close(full: PackBagReply, isShort = false) {
    const key = await packing.close(full, { status: 'packed', isShort });
    if (key !== null) setPacked({ id: full.id, key });
  }

  const isToCheck =
    isOpen && bag.people.some((person) => needsCheck(person) && person.checkedBy === null);
  return (
    <div className="mx-auto flex min-h-svh w-full max-w-4xl flex-col">
      <WindowHeader title={title} bags={bags} onLeave={onLeave} />
      {packing.failure !== null && (
        <div role="alert" className="bg-danger-soft px-4 py-3 text-lg">
          <p className="font-bold">Not saved. Tap again.</p>
          <p>{packing.failure}</p>
        </div>
      )}
      {isStale && packing.failure === null && (
        <p role="status" className="bg-warning-soft px-4 py-3">
          No connection. What others do shows when it is back.
        </p>
      )}
      {bag === null ? (
        <NoBagLeft bags={bags} skipped={skipped.size} />
      ) : isToCheck ? (
        <AllergyCheck
          key={bag.id}
          bag={bag}
          isBusy={packing.isChecking}
          onCheck={(person) => void packing.check(bag, person)}
          onSkip={() => leave(bag)}
        />
      ) : (
        <BagCard
          key={bag.id}
          bag={bag}
          isJustPacked={packed?.id === bag.id}
          isBusy={packing.isClosing}
          onTick={async (itemId, words) => {
            const after = await packing.tick(bag, itemId, words);
            if (after && words.state === 'ticked' && isToPack(after) && isFull(after))
              await close(after);
          }}
          onPacked={(isShort) => void close(bag, isShort)}
          onUndo={() => {
            if (packed) void packing.undo(bag, packed.key);
            setPacked(null);
          }}
          onReopen={() => void packing.close(bag, { status: 'cooked' })}
          onSkip={() => leave(bag)}
        />
      )}
      <BagList bags={bags.filter(({ id }) => id !== bagId)} onOpen={open} />
    </div>
  );
}

function isFull({ people }: PackBagReply): boolean {
  return people.every(({ items }) => items.every(({ state }) => state === 'ticked'));
}
