import type { LimitRow } from '#areas/menu/calls/meal-limits.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { describeSold, nameOfRow } from './describe-limits.ts';

type LimitLineProps = {
  row: LimitRow;
  /** Undefined: as it is stored. */
  typed: string | undefined;
  problem: string | undefined;
  isSaving: boolean;
  onType: (text: string) => void;
  onStop: () => void;
};

/** One day or week: its field, what is sold of it, and one tap to sell no more. */
export function LimitLine({ row, typed, problem, isSaving, onType, onStop }: LimitLineProps) {
  const name = nameOfRow(row);
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-b border-line pb-3 last:border-0">
      <div className="w-full sm:w-56">
        <TextField
          label={name}
          hint={describeSold(row)}
          error={problem}
          inputMode="numeric"
          placeholder="no limit"
          value={typed ?? row.portions?.toString() ?? ''}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </div>
      {row.left !== 0 && (
        <Button
          variant="secondary"
          size="small"
          disabled={isSaving}
          aria-label={`Stop selling for ${name}`}
          onClick={onStop}
        >
          Stop selling
        </Button>
      )}
    </li>
  );
}
