import { useIsOnline, useWhenBackOnline } from '#platform/web/navigation/use-is-online.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';

/** The draft is in the browser's storage, so everything but prices and payment goes on. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  const { refreshKitchen } = useOrder();
  useWhenBackOnline(refreshKitchen);
  return (
    !isOnline && (
      <Notice
        tone="warning"
        title="You’re offline. Your order is kept on this device"
        announce="polite"
      >
        <p>
          You can look at it and change it. Places and prices are checked when the signal is back.
        </p>
      </Notice>
    )
  );
}
