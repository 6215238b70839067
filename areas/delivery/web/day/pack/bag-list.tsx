import type { PackBagReply } from '#areas/delivery/calls/pack.ts';
import { DELIVERY_STATUS_LABELS } from '#areas/order-book/rules/delivery-status.ts';
import { isToPack, isWaiting } from '#areas/order-book/rules/pack-bag.ts';

type BagListProps = { bags: readonly PackBagReply[]; onOpen: (id: number) => void };

/** Every other stop of the window, and how far its bag is. */
export function BagList({ bags, onOpen }: BagListProps) {
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
            <span className="w-8 shrink-0 text-xl font-bold tabular-nums">{bag.stop}</span>
            <span className="min-w-0 flex-1 break-words">
              {bag.name}, {bag.suburb}
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
  if (bag.claimedBy !== null) return `${bag.claimedBy} is packing this`;
  if (bag.isOnHold) return 'On hold';
  if (bag.isChanged) return 'Changed since packed';
  if (isWaiting(bag)) return 'Waits for a portion';
  return '';
}
