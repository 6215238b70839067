import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { closedDeliveries } from './deliveries.ts';
import type { WizardNotice } from './order/notices.ts';
import type { OrderInWizard } from './order-context.tsx';

/**
 * Of windows that filled up after they were chosen; empty: none. The checkout decides: the last place may be held for this
 * very order.
 */
export function fullWindowNotices(
  { draft, facts, week }: Pick<OrderInWizard, 'draft' | 'facts' | 'week'>,
  onChoose: () => void,
): WizardNotice[] {
  const full = closedDeliveries(draft, week, facts);
  if (full.length === 0) return [];
  const names = full.map(
    ({ date, window }) => `${formatDayAndMonth(date)}, ${windowLabel(window)}`,
  );
  return [
    {
      kind: 'place',
      tone: 'warning',
      words: `A delivery window has filled up: ${new Intl.ListFormat('en-AU').format(names)}`,
      action: { label: 'Choose another', onPress: onChoose },
    },
  ];
}
