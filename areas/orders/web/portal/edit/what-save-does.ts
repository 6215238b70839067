/** What saving an edit will do, in words. */
import type { EditPreviewReply } from '#areas/orders/calls/order-editing.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { deliveryText } from '#areas/orders/web/portal/detail/describe-order.ts';
import { centsOf } from '#areas/orders/web/portal/detail/order-money.ts';
import type { EditPreviewState } from './use-edit-preview.ts';

/** "$5.99 will be owed." */
export function moneyText({ owed, balance }: Pick<EditPreviewReply, 'owed' | 'balance'>): string {
  if (centsOf(owed) > 0) return `${formatDollars(centsOf(owed))} will be owed.`;
  const cents = centsOf(balance);
  if (cents < 0) return `\u2212${formatDollars(-cents)}: refund it after saving.`;
  return 'Nothing to pay or to refund.';
}

export function whatSaveDoes({ shown, error, isWaiting, isComplete }: EditPreviewState): string {
  if (!isComplete) return 'Fill in what is missing to see the new price.';
  if (error) return 'Saving would be refused.';
  if (!shown || isWaiting) return 'Working out the new price…';
  return `New total ${formatDollars(centsOf(shown.total))}. ${moneyText(shown)}`;
}

/** "Moved: Tue 13 Jan, 11am-1pm → Wed 14 Jan, 11am-1pm. 5 places left after it." Null: it stays. */
export function deliveryChangeText(
  delivery: EditPreviewReply['deliveries'][number],
): string | null {
  const { change, date, timeSlot, from } = delivery;
  const name = deliveryText(date, timeSlot);
  switch (change) {
    case 'kept':
      return null;
    case 'removed':
      return `Removed: ${name}.`;
    case 'moved': {
      const old = from ? `${deliveryText(from.date, from.timeSlot)} → ` : '';
      return `Moved: ${old}${name}. ${placesText(delivery)}`;
    }
    case 'added':
      return `Added: ${name}. ${placesText(delivery)}`;
  }
}

function placesText({
  isFull,
  placesLeft,
}: Pick<EditPreviewReply['deliveries'][number], 'isFull' | 'placesLeft'>): string {
  if (isFull) return 'No place left there: saving would be refused.';
  if (placesLeft === 0) return 'It takes the last place.';
  return placesLeft === 1 ? '1 place left after it.' : `${placesLeft} places left after it.`;
}
