/** An order to a supplier in a few words: for where there is one line. */
import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';

/** "to order"; "ordered, 2 changed since". */
export function orderState(
  { arrives, sent, changes }: Pick<ShoppingOrder, 'arrives' | 'sent' | 'changes'>,
  today: PlainDate,
): { text: string; isAlarming: boolean } {
  if (!sent)
    return arrives < today
      ? { text: 'was not ordered', isAlarming: true }
      : { text: 'to order', isAlarming: arrives === today };
  if (sent.emailState === 'failed') return { text: 'the email did not go', isAlarming: true };
  const count = changes?.length ?? 0;
  return count === 0
    ? { text: 'ordered', isAlarming: false }
    : { text: `ordered, +${count} changed since`, isAlarming: true };
}
