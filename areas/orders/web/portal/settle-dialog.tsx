import { useState } from 'react';
import {
  LONGEST_SETTLEMENT_NOTE,
  type RecipeAlertReply,
  SHORTEST_SETTLEMENT_NOTE,
} from '#areas/orders/calls/recipe-alerts.ts';
import type { RecipeAction } from '#areas/order-book/rules/food-matters.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { useSettleAlert } from './use-settle-alert.ts';

const TITLES: Record<RecipeAction, string> = {
  swap: 'Swap this meal?',
  refund: 'Take it off and refund?',
  spoken: 'What did you agree?',
};

const CONFIRM: Record<RecipeAction, string> = {
  swap: 'Swap meal',
  refund: 'Refund meal',
  spoken: 'Save what was agreed',
};

type SettleDialogProps = {
  asked: RecipeAction | null;
  alert: RecipeAlertReply;
  mealName: string;
  swapName: string;
  settling: ReturnType<typeof useSettleAlert>;
  onSettle: (action: RecipeAction, note: string) => void;
  onClose: () => void;
};

export function SettleDialog({ asked, settling, onSettle, onClose, ...about }: SettleDialogProps) {
  const [note, setNote] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const action = asked ?? 'swap';

  function confirm() {
    const isMissing = asked === 'spoken' && note.trim().length < SHORTEST_SETTLEMENT_NOTE;
    setTooShort(isMissing);
    if (asked && !isMissing) onSettle(asked, note.trim());
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      title={TITLES[action]}
      confirmLabel={CONFIRM[action]}
      cancelLabel="Not now"
      busyLabel="Settling…"
      busy={settling.isPending}
      isDestructive={asked === 'refund'}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p>{describeAction(action, about)}</p>
        {asked === 'spoken' && (
          <TextField
            label="What you agreed"
            hint="It is kept, and printed on the label if the meal contains their allergen."
            value={note}
            maxLength={LONGEST_SETTLEMENT_NOTE}
            error={
              isTooShort
                ? `Please write at least ${SHORTEST_SETTLEMENT_NOTE} characters`
                : undefined
            }
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        )}
        {settling.error && (
          <Notice tone="error" announce="now">
            <p>{describeFailure(settling.error)}</p>
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}

function describeAction(
  action: RecipeAction,
  { alert, mealName, swapName }: Pick<SettleDialogProps, 'alert' | 'mealName' | 'swapName'>,
): string {
  const { personName, price } = alert;
  if (action === 'swap')
    return `${personName} gets ${swapName} instead of ${mealName}, at the same price. The customer gets an email.`;
  if (action === 'refund')
    return `${mealName} comes off ${personName}’s order and $${price} goes back to the card. If nothing is left, the order is cancelled. The customer gets an email.`;
  return `${mealName} stays in ${personName}’s order. The customer gets an email.`;
}
