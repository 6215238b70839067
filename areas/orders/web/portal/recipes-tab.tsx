import { useConfig } from '#areas/business/web/page-data.ts';
import { type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  type ChangedRecipeReply,
  type RecipeAlertReply,
  LONGEST_SETTLEMENT_NOTE,
  settleRecipeAlerts,
  SHORTEST_SETTLEMENT_NOTE,
} from '#areas/orders/calls/food-to-settle.ts';
import { recipeAlertsQuery } from './food-to-settle-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { useMayDo } from '#platform/web/api/session.ts';
import { GivenFood } from './given-food.tsx';
import { formatPhone } from '#areas/business/rules/australia.ts';
import { OrderLink } from '#areas/order-book/web/order-link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { dietText } from '#areas/needs/rules/food-needs.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import { useState } from 'react';
import type { RecipeAction } from '#areas/order-book/rules/food-matters.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useChange } from '#platform/web/api/use-change.ts';

/** Every portion that is on hold, or lost a diet or a wish, until each is settled. */
export function RecipesTab() {
  const list = useQuery(recipeAlertsQuery);
  const open = list.data?.open ?? 0;
  return (
    <section className="grid gap-6 py-5">
      <GivenFood />
      <h2 className="text-xl">Food to settle{open > 0 && ` (${open})`}</h2>
      <Loaded query={list} what="the food to settle">
        {({ recipes }) => (
          <>
            {open === 0 && (
              <EmptyState title="No food to settle">
                When a meal that someone has paid for is on hold, or no longer fits their diet, it
                is listed here with their phone number.
              </EmptyState>
            )}
            {recipes.map((recipe) => (
              <ChangedRecipe key={recipe.mealId} recipe={recipe} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

function ChangedRecipe({ recipe }: { recipe: ChangedRecipeReply }) {
  const formatInstant = useFormatInstant();
  // Email addresses of colleagues are not for the kitchen.
  const seesWho = useMayDo('seeHistory');
  const { mealName, change, savedBy, savedAt, settled, total, alerts } = recipe;
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-lg">
          {mealName}: {change}
        </h3>
        <p className="text-sm break-words text-ink-soft">
          {seesWho && savedBy !== null && `${savedBy}, `}
          {formatInstant(savedAt)}. {settled} of {total} settled.
        </p>
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {alerts.map((alert) => (
          <AlertCard key={alert.id} alert={alert} mealName={mealName} />
        ))}
      </ul>
    </section>
  );
}

const VARIANTS = { stop: 'destructive', look: 'secondary', tell: 'outline' } as const;

function AlertCard({ alert, mealName }: { alert: RecipeAlertReply; mealName: string }) {
  const { kind, personName, customerName, phone, note, instructions } = alert;
  const needs = describeNeeds(alert);
  const maySettle = useMayDo('settleRecipeAlerts');
  const { business } = useConfig();
  const shownPhone = formatPhone(phone);
  return (
    <Card as="li" className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge variant={VARIANTS[kind]}>{kind.toUpperCase()}</Badge>
        <h4 className="font-semibold break-words">
          {personName}
          {needs !== '' && ` (${needs})`}
        </h4>
      </div>
      {alert.isSevere && <p className="font-semibold text-danger">Severe: call first.</p>}
      <ul className="grid gap-1">
        {describeReasons(alert).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {[note, instructions].filter(Boolean).map((words) => (
        <p key={words} className="break-words text-ink-soft">
          “{words}”
        </p>
      ))}
      <div className="text-sm">
        <p className="break-words">
          {customerName}, <OrderLink id={alert.orderId} orderNumber={alert.orderNumber} />
        </p>
        <p>
          <a
            href={paths.phone(shownPhone)}
            className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap underline underline-offset-4"
          >
            {shownPhone}
          </a>
        </p>
        <p className="text-ink-soft">{describePortions(alert, business)}</p>
      </div>
      {maySettle && <SettleActions alert={alert} mealName={mealName} />}
    </Card>
  );
}

/** "all tree nuts; vegetarian": what the person told us. */
function describeNeeds({ allergens, avoid, diets }: RecipeAlertReply): string {
  const without = namesText([...allergens, ...avoid]);
  return [...(without === '' ? [] : [without]), ...diets.map(dietText)].join('; ');
}

function describeReasons({ why, words, dietsLost }: RecipeAlertReply): string[] {
  return [
    ...(why === null ? [] : [why]),
    ...(words.length > 0 ? [`They wrote of: ${words.join(', ')}.`] : []),
    ...(dietsLost.length > 0 ? [`It no longer fits: ${dietsLost.map(dietText).join(', ')}.`] : []),
  ];
}

/** "Thu 3 Dec dinner, delivered Thu 3 Dec, 4pm-6pm". */
function describePortions(
  { portions, deliveryDate, window }: RecipeAlertReply,
  facts: ServiceFacts,
): string {
  const eaten = portions.map(
    ({ mealDate, mealType }) => `${formatDayAndMonth(mealDate)} ${serviceOf(mealType, facts).name}`,
  );
  return `${eaten.join(', ')}; delivered ${formatDayAndMonth(deliveryDate)}, ${windowLabel(window)}`;
}

function SettleActions({ alert, mealName }: { alert: RecipeAlertReply; mealName: string }) {
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
            body: {
              ids: [alert.id],
              action,
              ...(action === 'swap' && { mealId: chosen?.mealId }),
              ...(action === 'spoken' && { note }),
            },
          })
        }
        onClose={() => setAsked(null)}
      />
    </div>
  );
}

const ACTIONS: Record<RecipeAction, { title: string; act: string; done: string }> = {
  swap: { title: 'Swap this meal?', act: 'Swap meal', done: 'Meal Swapped' },
  refund: { title: 'Take it off and refund?', act: 'Refund meal', done: 'Meal Refunded' },
  spoken: {
    title: 'What did you agree?',
    act: 'Save what was agreed',
    done: 'Agreement Saved',
  },
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
    <ActionDialog
      open={asked !== null}
      title={ACTIONS[action].title}
      act={ACTIONS[action].act}
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

/** A refusal is shown in the dialog; the list is fetched again either way. */
function useSettleAlert({ personName, orderNumber }: RecipeAlertReply, onDone: () => void) {
  const client = useQueryClient();
  return useChange(settleRecipeAlerts, {
    onDone(reply) {
      onDone();
      client.setQueryData(recipeAlertsQuery.queryKey, reply);
    },
    says: (_reply, { body }) => ({
      title: ACTIONS[body.action].done,
      description: `${personName} of order ${orderNumber} is settled.`,
      tone: 'success',
    }),
    onFailure: () => void client.invalidateQueries(recipeAlertsQuery),
  });
}
