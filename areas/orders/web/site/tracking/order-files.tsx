import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { trackedOrderFiles } from '#areas/order-book/web/site/orders-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';

/** What the customer may keep: calendar, receipt and the link itself. */
export function OrderFiles({ order, token }: { order: TrackedOrderReply; token: string }) {
  const { calendar, receipt } = trackedOrderFiles(token);
  // Calendars fetch it again by themselves, so a move arrives there.
  const subscribe = `webcal://${location.host}${calendar}`;
  const isComing = order.status === 'confirmed' || order.status === 'pending';
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isComing && (
        <a href={subscribe} className={buttonClass('quiet', 'small')}>
          Subscribe in your calendar
        </a>
      )}
      <a href={receipt} download className={buttonClass('secondary', 'small')}>
        Receipt (PDF)
      </a>
      <CopyField label="Link to your order" value={location.origin + paths.tracking(token)} />
    </div>
  );
}
