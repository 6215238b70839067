import { useState } from 'react';
import {
  LONGEST_SETTLEMENT_NOTE,
  type RecipeAction,
  type RecipeAlertReply,
  SHORTEST_SETTLEMENT_NOTE,
} from '#contract/recipe-alerts.ts';
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { describeFailure } from '#web/api/api-error.ts';
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
          settling.mutate({
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

function SettleDialog({ asked, settling, onSettle, onClose, ...about }: SettleDialogProps) {
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
