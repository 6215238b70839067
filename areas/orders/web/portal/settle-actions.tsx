import { useState } from 'react';
import type { RecipeAlertReply } from '#areas/orders/calls/recipe-alerts.ts';
import type { RecipeAction } from '#areas/order-book/rules/food-matters.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { useSettleAlert } from './use-settle-alert.ts';

type SettleActionsProps = { alert: RecipeAlertReply; mealName: string };

export function SettleActions({ alert, mealName }: SettleActionsProps) {
  const [asked, setAsked] = useState<RecipeAction | null>(null);
  const { swaps, personName, price, canBeAgreed } = alert;
  const settling = useSettleAlert(alert, () => setAsked(null));
  const [swap, setSwap] = useState(swaps[0]?.mealId);
  const chosen = swaps.find(({ mealId }) => mealId === swap);

  function ask(action: RecipeAction) {
    settling.reset();
    setAsked(action);
  }
  const forWhom = <VisuallyHidden> for {personName}</VisuallyHidden>;
  return (
    <div className="grid gap-3">
      {swaps.length === 0 ? (
        <p className="text-sm text-ink-soft">No other meal suits {personName} at that time.</p>
      ) : (
        <SelectField
          label={`Instead for ${personName}`}
          value={swap}
          onChange={({ currentTarget }) => setSwap(Number(currentTarget.value))}
        >
          {swaps.map(({ mealId, name, calories }) => (
            <option key={mealId} value={mealId}>
              {name} ({calories} Cal)
            </option>
          ))}
        </SelectField>
      )}
      <div className="flex flex-wrap gap-2">
        {chosen && (
          <Button size="small" onClick={() => ask('swap')}>
            Swap{forWhom}
          </Button>
        )}
        <Button size="small" variant="secondary" onClick={() => ask('refund')}>
          Refund ${price}
          {forWhom}
        </Button>
        {canBeAgreed && (
          <Button size="small" variant="quiet" onClick={() => ask('spoken')}>
            Spoken to them{forWhom}
          </Button>
        )}
      </div>
      <SettleDialog
        asked={asked}
        alert={alert}
        mealName={mealName}
        swapName={chosen?.name ?? ''}
        settling={settling}
        onSettle={(action, note) =>
          settling.run({
            ids: [alert.id],
            action,
            ...(action === 'swap' && { mealId: chosen?.mealId }),
            ...(action === 'spoken' && { note }),
          })
        }
        onClose={() => setAsked(null)}
      />
    </div>
  );
}
