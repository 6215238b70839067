import { type ReactNode, Suspense } from 'react';
import { lazyWithQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import { hasHouseholds } from '#areas/checkout/web/site/order/has-households.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { Step } from '#areas/checkout/web/site/order-steps.ts';
import type { WizardNotice } from './notices.ts';

// Only for those who asked to be remembered.
const load = () => import('#areas/checkout/web/site/household-ways.tsx');
const HouseholdWays = lazyWithQueries(async () => (await load()).HouseholdWays);
const OnlyHousehold = lazyWithQueries(async () => (await load()).OnlyHousehold);

/**
 * Whom this device remembers: chosen in the first step, and said in the last two. `filling` fills the only household in, and
 * shows nothing.
 */
export function useRemembered(step: Step): { notices: WizardNotice[]; filling: ReactNode } {
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
