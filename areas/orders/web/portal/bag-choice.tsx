import { type CookedAgain, movedBagsText } from '#areas/order-book/rules/change/move-delivery.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';

type BagChoiceProps = {
  /** As it would be done, of those that were cooked. */
  rows: readonly { isKept: boolean; cookedAgain: CookedAgain | null; meals: number }[];
  sameBag: boolean;
  onChange: (change: { sameBag: boolean }) => void;
};

/** What becomes of food that is cooked when its delivery moves: it goes out as it is where it may. */
export function BagChoice({ rows, sameBag, onChange }: BagChoiceProps) {
  const said = movedBagsText(rows);
  const trays = rows.reduce((sum, { meals }) => sum + meals, 0);
  return (
    <div className="grid gap-1">
      <PillChoice
        legend="What is cooked already"
        value={sameBag ? 'kept' : 'again'}
        pills={[
          { value: 'kept', label: 'Same bags, kept cold' },
          {
            value: 'again',
            label:
              trays === 0
                ? 'Cook again'
                : `Cook again: ${trays === 1 ? '1 tray' : `${trays} trays`}`,
          },
        ]}
        onChange={(choice) => onChange({ sameBag: choice === 'kept' })}
      />
      <p className="text-sm text-ink-soft" aria-live="polite">
        {said === '' ? '' : `${said}. `}
        {sameBag ? 'Print the labels of bags that are kept again.' : ''}
      </p>
    </div>
  );
}
