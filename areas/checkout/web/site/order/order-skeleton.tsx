import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { NeedsScripts } from '#areas/business/web/needs-scripts.tsx';
import { EarlyName } from './early-name.tsx';
import { OrderHeader } from './order-header.tsx';

/** What can be shown before the browser has read its saved order. The name of a caller is known already. */
export function OrderSkeleton({ isForCaller = false }: { isForCaller?: boolean }) {
  const { sale } = useConfig();
  const { line } = usePageLines(FRAME_TEXTS);
  const [search] = useSearchParams();
  // Rendered ahead, and kept for offline, it is the same for all steps.
  const isElsewhere = useIsInBrowser() && (search.get('step') ?? '1') !== '1';
  const beginsHere = sale.state === 'open' && !isElsewhere && !isForCaller;
  return (
    <>
      <OrderHeader step={1} />
      <main className="mx-auto grid w-full max-w-7xl content-start gap-6 px-4 pt-5 sm:px-6 lg:pt-8">
        <div className="grid gap-1">
          <h1 className="text-2xl">Your order</h1>
          <p className="max-w-prose text-lg text-ink-soft">
            {line('order.lead')} Say who’s eating, choose meals and days, and pay by card. You
            always see the total, with delivery.
          </p>
        </div>
        <NeedsScripts what="Ordering online" />
        <div role="status" className="grid gap-6">
          <span className="sr-only">Loading this week’s menu</span>
          <Skeleton className="h-20 w-56" />
          {!beginsHere && <Skeleton className="h-72" />}
        </div>
        {beginsHere && (
          <Card className="grid max-w-2xl gap-4">
            <EarlyName />
            <Skeleton className="h-48" />
          </Card>
        )}
      </main>
    </>
  );
}
