import type { CookingReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatExactQuantity } from '#areas/menu/rules/units.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

type LinesProps = Pick<CookingReply, 'lines'> & { className: string };

/** What goes into a cooking: raw, and what is left of that when it is peeled. */
export function CookingLines({ lines, className }: LinesProps) {
  return (
    <ul className={classNames('grid', className)}>
      {lines.map((line, at) => (
        // One thing may stand in two lines.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${at} ${line.name}`} className="flex flex-wrap gap-x-3">
          <span>
            {line.name}
            {line.prep !== '' && <span className="text-ink-soft">, {line.prep}</span>}
          </span>
          <span className="ml-auto text-right tabular-nums">
            <b className="whitespace-nowrap">{formatExactQuantity(line.gross, line.baseUnit)}</b>
            {line.gross !== line.net &&
              ` raw (${formatExactQuantity(line.net, line.baseUnit)} peeled)`}
          </span>
        </li>
      ))}
    </ul>
  );
}
