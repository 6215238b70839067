import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import type { Cents } from '#platform/rules/money.ts';
import { TranslatedNote } from '#platform/web/ui/feedback/translated-note.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder, type Step, STEP_TITLES } from '#areas/checkout/web/site/order-context.tsx';
import { type Blocker, type ContinueWay, OrderBar } from '#areas/checkout/web/site/order-bar.tsx';
import { LastHour, OrderNotices } from '#areas/checkout/web/site/order/order-notices.tsx';
import { type WizardNotice, hasHouseholds } from '#areas/checkout/web/site/order/notices.ts';
import { lazyWithQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import { shownLogo } from '#areas/business/rules/logo.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';
import { ProgressSteps } from '#platform/web/ui/feedback/progress-steps.tsx';
import { LONGEST_NAME } from '#platform/rules/customer-name.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { NeedsScripts } from '#areas/business/web/needs-scripts.tsx';

type StepLayoutProps = {
  step: Step;
  intro: ReactNode;
  children: ReactNode;
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
        <OrderBar {...bar} above={step !== 2 && <UndoLine />} />
      </main>
    </>
  );
}

/** What was taken off automatically comes back by one tap; step 2 has its own line for that. */
function UndoLine() {
  const { undo, dispatch } = useOrder();
  if (!undo) return null;
  return (
    <div className="flex items-center justify-between gap-2 max-beside:-mt-2.5">
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

export function OrderHeader({ step, onGoTo }: { step: Step; onGoTo?: (step: Step) => void }) {
  const { business } = useConfig();
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex min-h-11 max-w-7xl items-center gap-3 px-4 sm:gap-x-8 sm:px-6 sm:py-2 lg:py-3 beside:max-w-[90rem]">
        <Link to={paths.home()} className="shrink-0 rounded-xl">
          <LogoMark name={business.name} logo={shownLogo(business.logo)} isSmall />
        </Link>
        <ProgressSteps
          steps={STEP_TITLES}
          current={step}
          label="Steps of your order"
          // ProgressSteps counts steps as numbers; it only offers existing ones.
          onGoTo={onGoTo && ((behind) => onGoTo(behind as Step))}
        />
        {step > 1 && onGoTo && (
          <Button
            variant="quiet"
            size="small"
            className="-mr-3 px-3 sm:order-first sm:mr-0 sm:-ml-3"
            onClick={() => onGoTo((step - 1) as Step)}
          >
            <span aria-hidden="true">←</span> Back
          </Button>
        )}
      </div>
    </header>
  );
}

/** As it was when its field was last taken away. */
let left = { name: '', hasFocus: false };

/** The first name of step 1, to type into before the wizard is there. The wizard's own takes over what stands in it. */
function EarlyName() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return undefined;
    if (left.name !== '') current.value = left.name;
    if (left.hasFocus) current.focus();
    return () => {
      left = { name: current.value, hasFocus: document.activeElement === current };
    };
  }, []);
  return (
    <TextField
      ref={field}
      label={
        <>
          Name<span className="sr-only"> of person 1</span>
        </>
      }
      id="early-name"
      placeholder="Person 1"
      maxLength={LONGEST_NAME}
      autoComplete="off"
    />
  );
}

/** What was typed before the wizard was there; `focus` puts the cursor into the field with this id if it was in ours. */
export function takeEarlyName(): { name: string; focus: (id: string) => void } {
  const { name, hasFocus } = left;
  left = { name: '', hasFocus: false };
  return {
    name: name.trim() === '' ? '' : name,
    focus(id) {
      const field = hasFocus ? document.getElementById(id) : null;
      if (!(field instanceof HTMLInputElement)) return;
      field.focus();
      // Anyone who is typing goes on at the end.
      field.setSelectionRange(field.value.length, field.value.length);
    },
  };
}

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
