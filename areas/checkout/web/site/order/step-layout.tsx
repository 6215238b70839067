import { type ReactNode, Suspense } from 'react';
import type { Cents } from '#platform/rules/money.ts';
import { TranslatedNote } from '#platform/web/ui/feedback/translated-note.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { type Blocker, type ContinueWay, OrderBar } from '#areas/checkout/web/site/order-bar.tsx';
import { OrderHeader } from './order-header.tsx';
import { LastHour } from './last-hour.tsx';
import { OrderNotices } from './order-notices.tsx';
import { type WizardNotice, hasHouseholds } from './notices.ts';
import { type Step, STEP_TITLES } from '#areas/checkout/web/site/order-steps.ts';
import { lazyWithQueries } from '#areas/menu/web/lazy-with-queries.tsx';

type StepLayoutProps = {
  step: Step;
  intro: ReactNode;
  children: ReactNode;
  /** What the step itself has to say. */
  notices?: readonly WizardNotice[];
  /** Why the customer cannot continue; the button is disabled while there is any. */
  blockers?: readonly Blocker[];
  /** Shown beside an enabled button: what to look at first. */
  warning?: Blocker | null;
  continueLabel?: string;
  beside?: ReactNode;
  /** The server's own amounts, once it has quoted them. */
  quoted?: { totalCents: Cents; deliveryCents: Cents };
} & ContinueWay;

export function StepLayout({ step, intro, children, notices = [], ...bar }: StepLayoutProps) {
  const { goTo } = useOrder();
  const remembered = useRemembered(step);
  return (
    <>
      <OrderHeader step={step} onGoTo={goTo} />
      <main
        className={classNames(
          'mx-auto grid w-full max-w-7xl gap-x-8 px-4 pb-44 sm:px-6 lg:pt-6 beside:max-w-[90rem] beside:grid-cols-[minmax(0,1fr)_17rem] beside:pb-16',
          step === 2 ? 'pt-0.5' : 'pt-4',
        )}
      >
        {/* The bar at the foot of a phone must not cover what takes the focus. */}
        <div
          className={classNames(
            'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start max-beside:**:scroll-mb-36',
            // The meals of a phone's first view take every line there is.
            step === 2 ? 'gap-0.5 sm:gap-3' : 'gap-6',
          )}
        >
          <div className="flex flex-wrap items-baseline gap-x-2.5">
            <PageHeading className="text-xl leading-8 sm:text-2xl low:text-lg">
              {STEP_TITLES[step - 1]}
            </PageHeading>
            <div className="max-w-3xl text-ink-soft">{intro}</div>
            <LastHour />
          </div>
          {(step === 1 || step === 4) && <TranslatedNote />}
          {remembered.filling}
          <OrderNotices others={[...remembered.notices, ...notices]} />
          {children}
        </div>
        {step !== 2 && <UndoLine />}
        <OrderBar {...bar} />
      </main>
    </>
  );
}

/** What was taken off automatically comes back by one tap; step 2 has its own line for that. */
function UndoLine() {
  const { undo, dispatch } = useOrder();
  if (!undo) return null;
  return (
    <div className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 flex items-center justify-between gap-2 border-t border-line bg-ground px-4 beside:sticky beside:bottom-0 beside:col-start-1">
      <p role="status" className="min-w-0 text-sm wrap-anywhere">
        {undo.words}
      </p>
      <Button variant="quiet" size="small" onClick={() => dispatch({ type: 'undone' })}>
        Undo
      </Button>
    </div>
  );
}

// Only for those who asked to be remembered.
const load = () => import('#areas/checkout/web/site/household-ways.tsx');
const HouseholdWays = lazyWithQueries(async () => (await load()).HouseholdWays);
const OnlyHousehold = lazyWithQueries(async () => (await load()).OnlyHousehold);

/**
 * Whom this device remembers: chosen in the first step, and said in the last two. `filling` fills the only household in, and
 * shows nothing.
 */
function useRemembered(step: Step): { notices: WizardNotice[]; filling: ReactNode } {
  const { household, forCaller, isNew = false } = useOrder();
  const isFirstStep = step === 1;
  const hasAny = isFirstStep && hasHouseholds();
  // This device's people are not the caller's.
  // In step 2 every line is a meal's.
  if (forCaller || step === 2 || (household === null && !hasAny))
    return { notices: [], filling: null };
  return {
    notices: [
      {
        kind: 'household',
        tone: 'info',
        words: household ? `From this device: ${household.name}.` : 'Who is it for?',
        ways: <HouseholdWays isFirstStep={isFirstStep} />,
      },
    ],
    filling: isNew && (
      <Suspense>
        <OnlyHousehold />
      </Suspense>
    ),
  };
}
