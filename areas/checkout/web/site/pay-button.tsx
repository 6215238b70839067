import { Button } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { CheckoutFrame } from './hold-time.tsx';
import type { RetrySoon } from './checkout-queries.ts';

export function PayButton({ label, isBusy }: { label: string; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      size="large"
      busy={isBusy}
      busyLabel="Processing Payment..."
      className="w-full tabular-nums"
    >
      {label}
    </Button>
  );
}

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
