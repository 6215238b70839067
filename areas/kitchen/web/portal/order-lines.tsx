import type { PackChange, ShoppingLine } from '#areas/kitchen/calls/shopping.ts';
import { needText, packsText, spoilText } from './use-shopping.ts';

type OrderLinesProps = {
  lines: readonly ShoppingLine[];
  changes: readonly PackChange[];
};

/** What is to be bought, marked where it has changed since it was sent; below it, of what enough is there. */
export function OrderLines({ lines, changes }: OrderLinesProps) {
  const bought = lines.filter(({ packs }) => packs > 0);
  const enough = lines.filter(({ packs }) => packs === 0);
  const gone = changes.filter(({ packs }) => packs === 0);
  return (
    <>
      {bought.length + gone.length === 0 && <p>Nothing to buy.</p>}
      <ul className="grid">
        {bought.map((line) => (
          <Line
            key={line.packId}
            line={line}
            change={changes.find(({ packId }) => packId === line.packId) ?? null}
          />
        ))}
        {gone.map(({ packId, ingredient, pack, was }) => (
          <li key={packId} className="flex gap-2 border-t border-line py-2">
            <span aria-hidden="true" className="w-3 font-bold">
              −
            </span>
            <span>
              {ingredient}: not needed any more (was {was} × {pack})
            </span>
          </li>
        ))}
      </ul>
      {enough.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-semibold text-primary underline">
            Enough is there: {enough.length}
          </summary>
          <ul className="grid">
            {enough.map((line) => (
              <Line key={line.packId} line={line} change={null} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

type LineProps = { line: ShoppingLine; change: PackChange | null };

function Line({ line, change }: LineProps) {
  const spoils = spoilText(line);
  const mark = spoils !== null ? '!' : change === null ? '' : line.packs > change.was ? '+' : '−';
  return (
    <li className="grid gap-1 border-t border-line py-2">
      <div className="flex gap-2">
        <span aria-hidden="true" className="w-3 shrink-0 font-bold">
          {mark}
        </span>
        <div className="grid grow grid-cols-[1fr_auto] gap-x-4 sm:grid-cols-[1fr_1fr_1.4fr]">
          <span className="font-semibold">{line.ingredient}</span>
          {line.packs > 0 && (
            <span className="tabular-nums">
              {packsText(line)}
              {change !== null && ` (${change.was === 0 ? 'new' : `was ${change.was}`})`}
            </span>
          )}
          <span className="col-span-2 text-ink-soft tabular-nums sm:col-span-1">
            {needText(line)}
          </span>
          {spoils !== null && (
            <span className="col-span-2 text-warning sm:col-span-3">{spoils}</span>
          )}
        </div>
      </div>
    </li>
  );
}
