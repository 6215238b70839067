import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

export function Preparing({ heading = 'Preparing your payment...' }: { heading?: string }) {
  return (
    <CheckoutFrame heading={heading} aside={<Skeleton className="h-72" />}>
      <p role="status" className="sr-only">
        {heading}
      </p>
      <Skeleton className="h-14" />
      <Skeleton className="h-64" />
    </CheckoutFrame>
  );
}
