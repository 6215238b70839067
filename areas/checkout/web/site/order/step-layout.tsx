import type { ReactNode } from 'react';
import type { Cents } from '#platform/rules/money.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { type Blocker, type ContinueWay, OrderBar } from '#areas/checkout/web/site/order-bar.tsx';
import { OrderHeader } from './order-header.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { OrderNotices } from './order-notices.tsx';
import { Remembered } from './remembered.tsx';
import { type Step, STEP_TITLES } from '#areas/checkout/web/site/order-steps.ts';

type StepLayoutProps = {
  step: Step;
  intro: ReactNode;
  children: ReactNode;
  /** Why the customer cannot continue; the button is disabled while there is any. */
  blockers?: readonly Blocker[];
  /** Shown beside an enabled button: what to look at first. */
  warning?: Blocker | null;
  /** Shown above the total. */
  note?: ReactNode;
  continueLabel?: string;
  /** The server's own amounts, once it has quoted them. */
  quoted?: { totalCents: Cents; deliveryCents: Cents };
} & ContinueWay;

export function StepLayout({ step, intro, children, ...bar }: StepLayoutProps) {
  const { goTo } = useOrder();
  return (
    <>
      <OrderHeader step={step} onGoTo={goTo} />
      <main className="mx-auto grid w-full max-w-7xl gap-x-8 px-4 pt-5 pb-44 sm:px-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:pt-8 lg:pb-16">
        {/* The bar at the foot of a phone must not cover what takes the focus. */}
        <div className="grid min-w-0 content-start gap-6 max-lg:**:scroll-mb-36">
          <div className="grid justify-items-start gap-1">
            {step > 1 && (
              <Button
                variant="quiet"
                size="small"
                className="-ml-4"
                onClick={() => goTo((step - 1) as Step)}
              >
                <span aria-hidden="true">←</span> Back
              </Button>
            )}
            <PageHeading className="text-2xl">{STEP_TITLES[step - 1]}</PageHeading>
            <div className="max-w-3xl text-ink-soft">{intro}</div>
          </div>
          <OfflineNotice />
          <Remembered step={step} />
          <OrderNotices />
          {children}
        </div>
        <OrderBar {...bar} />
      </main>
    </>
  );
}
