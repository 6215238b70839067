import { TEMPERATURE_MARKS } from '#areas/order-book/rules/bags.ts';
import { type ReactNode, useState } from 'react';
import type { PackBagReply, PackItemReply } from '#areas/delivery/calls/pack.ts';
import { isToPack } from '#areas/order-book/rules/pack-bag.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type TickWords, WhyMissing } from './missing-portions.tsx';
import { type Mode, OpenBar, PackedBar } from './pack-actions.tsx';
import { CardRow } from './card-row.tsx';
import { PersonRows } from './person-rows.tsx';

type BagCardProps = {
  bag: PackBagReply;
  /** By us, just now: Undo is where the buttons were. */
  isJustPacked: boolean;
  isScanning: boolean;
  onTick: (itemId: number, words: TickWords) => Promise<void>;
  /** The card is in. */
  onCard: () => void;
  onPacked: (isShort: boolean) => void;
  onUndo: () => void;
  onReopen: () => void;
  onSkip: () => void;
  onScan: () => void;
  onPrint: (itemId: number | 'bag') => void;
};

/** What goes into a bag, person by person; a tap says that it is in. */
export function BagCard(props: BagCardProps) {
  const { bag, onTick } = props;
  const [mode, setMode] = useState<Mode>('tick');
  const [missing, setMissing] = useState<PackItemReply | null>(null);
  const isOpen = isToPack(bag);

  function tap(item: PackItemReply) {
    if (mode === 'missing') setMissing(item);
    else if (mode === 'label') print(item.id);
    else void onTick(item.id, { state: item.state === 'ticked' ? 'unticked' : 'ticked' });
  }

  function print(itemId: number | 'bag') {
    setMode('tick');
    props.onPrint(itemId);
  }

  return (
    <section
      aria-label={`Stop ${bag.stop}`}
      className={classNames('transition-colors', !isOpen && 'bg-success-soft')}
    >
      <BagHead bag={bag} />
      {bag.people.map((person) => (
        <PersonRows
          key={person.id}
          person={person}
          isOpen={isOpen}
          isChoosing={mode === 'missing' || mode === 'label'}
          onTap={tap}
        />
      ))}
      {bag.card && <CardRow card={bag.card} isOpen={isOpen} onTap={props.onCard} />}
      <div className="sticky bottom-0 border-t border-line bg-ground px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {!isOpen ? (
          <PackedBar {...props} />
        ) : missing ? (
          <WhyMissing
            item={missing}
            onReason={(words) => {
              setMissing(null);
              setMode('tick');
              void onTick(missing.id, words);
            }}
            onBack={() => setMissing(null)}
          />
        ) : (
          <OpenBar
            {...props}
            mode={mode}
            onMode={setMode}
            onPrint={print}
            onPacked={(isShort) => {
              setMode('tick');
              props.onPacked(isShort);
            }}
          />
        )}
      </div>
    </section>
  );
}

function BagHead({ bag }: { bag: PackBagReply }) {
  return (
    <div className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="text-2xl font-bold break-words">
          Stop {bag.stop} {bag.name}
        </h2>
        <p className="text-lg">
          {bag.bags === 1 ? '1 bag' : `${bag.bags} bags`}, {bag.suburb}
        </p>
        <p
          className={classNames(
            'ml-auto rounded-lg px-4 py-1 text-xl font-bold',
            bag.temperature !== 'cold' ? 'bg-danger text-on-danger' : 'border-2 border-current',
          )}
        >
          {TEMPERATURE_MARKS[bag.temperature]}
        </p>
      </div>
      {bag.claimedBy !== null && <Warning>{bag.claimedBy} is packing this</Warning>}
      {bag.isChanged && <Warning>Changed since packed: print its labels again</Warning>}
      {bag.isOnHold && <Warning>STOP. On hold: do not pack it. Ask the office.</Warning>}
      {bag.instructions !== '' && <p className="text-lg break-words">“{bag.instructions}”</p>}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="rounded-lg bg-warning-soft px-3 py-2 text-lg font-semibold">{children}</p>;
}
