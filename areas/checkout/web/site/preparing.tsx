import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import type { RetrySoon } from './checkout-queries.ts';

type PreparingProps = {
  heading?: string;
  /** It was asked for, and is asked for again by itself. */
  queue?: RetrySoon | null;
};

export function Preparing({ heading = 'Preparing your payment...', queue }: PreparingProps) {
  return (
    <CheckoutFrame heading={heading} aside={<Skeleton className="h-72" />}>
      <p role="status" className="sr-only">
        {heading}
      </p>
      {queue && (
        <Notice tone="info" announce="polite">
          <p>
            {queue.isOfNetwork ? 'Many people on your network are ordering.' : 'We’re very busy.'}{' '}
            Trying again in {queue.seconds === 1 ? 'a second' : `${queue.seconds} seconds`}… Your
            basket is safe and nothing was charged.
          </p>
        </Notice>
      )}
      <Skeleton className="h-14" />
      <Skeleton className="h-64" />
    </CheckoutFrame>
  );
}
