import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { closedDeliveries } from './deliveries.ts';
import { useOrder } from './order-context.tsx';

/**
 * A window that filled up after it was chosen. The checkout decides: the last place may be held for this very order.
 */
export function FullWindowNotice({ onChoose }: { onChoose: () => void }) {
  const { draft, facts, week } = useOrder();
  const full = closedDeliveries(draft, week, facts);
  if (full.length === 0) return null;
  const names = full.map(
    ({ date, window }) => `${formatDayAndMonth(date)}, ${windowLabel(window)}`,
  );
  return (
    <Notice tone="warning" title="A delivery window has filled up" announce="polite">
      <p>There are no places left for {new Intl.ListFormat('en-AU').format(names)}.</p>
      <div>
        <Button size="small" onClick={onChoose}>
          Choose another window
        </Button>
      </div>
    </Notice>
  );
}
