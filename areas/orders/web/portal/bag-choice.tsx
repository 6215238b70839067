import { type CookedAgain, movedBagsText } from '#areas/order-book/rules/change/move-delivery.ts';
import { formatAmount, sumCents } from '#platform/rules/money.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';

type BagChoiceProps = {
  /** As it would be done, of those that were cooked. */
  rows: readonly {
    isKept: boolean;
    cookedAgain: CookedAgain | null;
    meals: number;
    cookCents: number | null;
  }[];
  sameBag: boolean;
  onChange: (change: { sameBag: boolean }) => void;
};

/** What becomes of food that is cooked when its delivery moves: it goes out as it is where it may. */
export function BagChoice({ rows, sameBag, onChange }: BagChoiceProps) {
  const said = movedBagsText(rows);
  return (
    <div className="grid gap-1">
      <PillChoice
        legend="What is cooked already"
        value={sameBag ? 'kept' : 'again'}
        pills={[
          { value: 'kept', label: 'Same bags, kept cold' },
          { value: 'again', label: againText(rows) },
        ]}
        onChange={(choice) => onChange({ sameBag: choice === 'kept' })}
      />
      <p className="text-sm text-ink-soft" aria-live="polite">
        {said === '' ? '' : `${said}. `}
        {sameBag ? 'Print new labels for the kept bags.' : ''}
      </p>
    </div>
  );
}

/** "Cook again: 41 trays, $212.40 of food". */
function againText(rows: BagChoiceProps['rows']): string {
  const trays = rows.reduce((sum, { meals }) => sum + meals, 0);
  if (trays === 0) return 'Cook again';
  const cents = rows.map(({ cookCents }) => cookCents);
  const cost = cents.every((one) => one !== null)
    ? `, $${formatAmount(sumCents(cents))} of food`
    : '';
  return `Cook again: ${trays === 1 ? '1 tray' : `${trays} trays`}${cost}`;
}
