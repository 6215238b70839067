import type { GoodsLotReply } from '#areas/kitchen/calls/goods.ts';
import type { CookingReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';

type ChooseLotsProps = {
  lots: readonly GoodsLotReply[];
  lines: CookingReply['lines'];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
};

/** Which packs went in. Of an ingredient without a tick, a recall counts every pack that was in the house. */
export function ChooseLots({ lots, lines, chosen, onChange }: ChooseLotsProps) {
  const formatInstant = useFormatInstant();
  const groups = lines
    .filter(({ isComponent }) => !isComponent)
    .map(({ name }) => ({ name, theirs: lots.filter(({ ingredient }) => ingredient === name) }))
    .filter(({ theirs }) => theirs.length > 0);
  if (groups.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Which packs went in?</legend>
      {groups.map(({ name, theirs }) => (
        <div key={name} className="flex flex-wrap items-center gap-2 [&_label]:min-h-12">
          <span className="min-w-32">{name}</span>
          {theirs.map((lot) => {
            const isChosen = chosen.includes(lot.id);
            return (
              <CheckChip
                key={lot.id}
                checked={isChosen}
                onToggle={() =>
                  onChange(isChosen ? chosen.filter((id) => id !== lot.id) : [...chosen, lot.id])
                }
              >
                <span className="sr-only">{name}, </span>
                {lotText(lot, formatInstant(lot.receivedAt))}
              </CheckChip>
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}

/** "Dairy Co 4471 (use by 6 Dec)". */
function lotText({ supplier, supplierLot, useBy }: GoodsLotReply, received: string): string {
  const name = [supplier, supplierLot].filter(Boolean).join(' ') || `received ${received}`;
  return useBy === null ? name : `${name} (use by ${formatDayAndMonth(useBy)})`;
}
