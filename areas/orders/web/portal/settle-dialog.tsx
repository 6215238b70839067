import { useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import {
  LONGEST_SETTLEMENT_NOTE,
  type RecipeAlertReply,
  SHORTEST_SETTLEMENT_NOTE,
} from '#areas/orders/calls/recipe-alerts.ts';
import type { RecipeAction } from '#areas/order-book/rules/food-matters.ts';
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
    <ActionDialog
      open={asked !== null}
      title={TITLES[action]}
      act={CONFIRM[action]}
      keep="Not now"
      busyLabel="Settling…"
      change={settling}
      danger={asked === 'refund'}
      go={confirm}
      onClose={onClose}
    >
      <p>{describeAction(action, about)}</p>
      {asked === 'spoken' && (
        <TextField
          label="What you agreed"
          hint="It is kept, and printed on the label if the meal contains their allergen."
          value={note}
          maxLength={LONGEST_SETTLEMENT_NOTE}
          error={
            isTooShort ? `Please write at least ${SHORTEST_SETTLEMENT_NOTE} characters` : undefined
          }
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      )}
    </ActionDialog>
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
