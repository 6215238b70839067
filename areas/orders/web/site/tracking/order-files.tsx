import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { trackedOrderFiles } from '#areas/order-book/web/site/orders-queries.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { CopyField } from '#platform/web/ui/form/copy-field.tsx';

/** What the customer may keep: receipt, a calendar that fetches a move by itself, and the link itself. */
export function OrderFiles({ order, token }: { order: TrackedOrderReply; token: string }) {
  const { calendar, receipt } = trackedOrderFiles(token);
  const isInBrowser = useIsInBrowser();
  const isComing = order.status === 'confirmed' || order.status === 'pending';
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isInBrowser && isComing && (
        <a href={`webcal://${location.host}${calendar}`} className={buttonClass('quiet', 'small')}>
          Subscribe in your calendar
        </a>
      )}
      <a href={receipt} download className={buttonClass('secondary', 'small')}>
        Receipt (PDF)
      </a>
      {isInBrowser && (
        <CopyField label="Link to your order" value={location.origin + paths.tracking(token)} />
      )}
    </div>
  );
}
