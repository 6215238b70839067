import { serviceOf } from '#areas/business/rules/services.ts';
import { TEST_ORDER, dietsAndNote } from '#areas/order-book/rules/kitchen-bag.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import {
  TEMPERATURE_MARKS,
  isToPack,
  MISSING_REASON_LABELS,
} from '#areas/order-book/rules/pack-bag.ts';
import { type ReactNode, useState } from 'react';
import type { PackBagReply, PackItemReply, PackPersonReply } from '#areas/delivery/calls/pack.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type TickWords, WhyMissing, type Mode, OpenBar, PackedBar } from './pack-actions.tsx';
import { isCareful } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';

type BagCardProps = {
  bag: PackBagReply;
  /** By us, just now: Undo is where the buttons were. */
  isJustPacked: boolean;
  isScanning: boolean;
  onTick: (itemId: number, words: TickWords) => Promise<void>;
  onCard: () => void;
  onPacked: (isShort: readonly number[]) => void;
  onUndo: () => void;
  onReopen: () => void;
  onSkip: () => void;
  onScan: () => void;
  onPrint: (itemId: number | 'bag') => void;
};

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
      aria-label={bag.key}
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
        <h2 className="text-2xl font-bold break-words">{bag.key}</h2>
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
      {bag.isTest && <Warning>{TEST_ORDER}. Do not pack it.</Warning>}
      {bag.isOnHold && <Warning>STOP. On hold: do not pack it. Ask the office.</Warning>}
      {bag.instructions !== '' && <p className="text-lg break-words">“{bag.instructions}”</p>}
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return <p className="rounded-lg bg-warning-soft px-3 py-2 text-lg font-semibold">{children}</p>;
}

type CardRowProps = { card: NonNullable<PackBagReply['card']>; isOpen: boolean; onTap: () => void };

function CardRow({ card, isOpen, onTap }: CardRowProps) {
  const isIn = card.checkedBy !== null;
  return (
    <div className="border-t border-line">
      <h3 className="px-4 pt-3 text-lg font-bold uppercase">Present</h3>
      <button
        type="button"
        aria-pressed={isIn}
        aria-disabled={!isOpen}
        onClick={() => {
          if (isOpen && !isIn) onTap();
        }}
        className="flex min-h-16 w-full items-center gap-4 px-4 py-2 text-left text-xl focus-visible:-outline-offset-3"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-lg border-2 text-2xl leading-none font-bold',
            isIn ? 'border-success bg-success text-surface' : 'border-control',
          )}
        >
          {isIn ? '✓' : ''}
        </span>
        <span className="min-w-0 flex-1 break-words">
          Put the card in
          <span className="block text-lg">{card.text}</span>
        </span>
      </button>
    </div>
  );
}

type PersonRowsProps = {
  person: PackPersonReply;
  isOpen: boolean;
  isChoosing: boolean;
  onTap: (item: PackItemReply) => void;
};

function PersonRows({ person, isOpen, isChoosing, onTap }: PersonRowsProps) {
  const { name, allergens, avoid, items, checkedBy } = person;
  const rest = dietsAndNote(person);
  return (
    <div className="border-t border-line">
      <div className="px-4 pt-3">
        <h3 className="text-lg font-bold uppercase">{name}</h3>
        {isCareful(person) && (
          <p className="text-lg font-bold text-danger">
            No {namesText([...allergens, ...avoid])}
            {checkedBy !== null && (
              <span className="font-semibold text-success"> ✓ {checkedBy} checked</span>
            )}
          </p>
        )}
        {rest !== '' && <p className="break-words">{rest}</p>}
      </div>
      <ul>
        {items.map((item) => (
          <PortionRow
            key={item.id}
            item={item}
            isOpen={isOpen}
            isChoosing={isChoosing}
            onTap={() => onTap(item)}
          />
        ))}
      </ul>
    </div>
  );
}

type PortionRowProps = Pick<PersonRowsProps, 'isOpen' | 'isChoosing'> & {
  item: PackItemReply;
  onTap: () => void;
};

function PortionRow({ item, isOpen, isChoosing, onTap }: PortionRowProps) {
  const { business } = useConfig();
  const { state, mealName, mealType, reason, key } = item;
  return (
    <li>
      <button
        type="button"
        aria-pressed={state === 'ticked'}
        aria-disabled={!isOpen}
        onClick={() => {
          if (isOpen) onTap();
        }}
        className={classNames(
          'flex min-h-16 w-full items-center gap-4 px-4 py-2 text-left text-xl focus-visible:-outline-offset-3',
          isChoosing && 'bg-warning-soft',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-lg border-2 text-2xl leading-none font-bold',
            BOX[state],
          )}
        >
          {MARK[state]}
        </span>
        <span className="min-w-0 flex-1 break-words">
          {mealName}
          <span className="block text-lg font-bold">{key}</span>
          {reason && (
            <span className="block text-lg font-semibold text-danger">
              Missing: {MISSING_REASON_LABELS[reason].toLowerCase()}
            </span>
          )}
        </span>
        <span className="shrink-0 text-right text-lg">{serviceOf(mealType, business).name}</span>
      </button>
    </li>
  );
}

const BOX = {
  ticked: 'border-success bg-success text-surface',
  missing: 'border-danger text-danger',
  open: 'border-control',
};
const MARK = { ticked: '✓', missing: '!', open: '' };
