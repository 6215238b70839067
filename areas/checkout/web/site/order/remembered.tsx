import { Suspense } from 'react';
import { lazyWithQueries } from '#areas/menu/web/lazy-with-queries.tsx';
import { hasHouseholds } from '#areas/checkout/web/site/order/has-households.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import type { Step } from '#areas/checkout/web/site/order-steps.ts';

// Only for those who asked to be remembered.
const HouseholdBar = lazyWithQueries(
  async () => (await import('#areas/checkout/web/site/household-bar.tsx')).HouseholdBar,
);

/** Whom this device remembers: chosen in the first step, and said in the last two. */
export function Remembered({ step }: { step: Step }) {
  const { household, forCaller } = useOrder();
  // This device's people are not the caller's.
  // In step 2 every line is a meal's.
  if (forCaller || step === 2) return null;
  if (household === null && (step > 1 || !hasHouseholds())) return null;
  return (
    <Suspense>
      <HouseholdBar isFirstStep={step === 1} />
    </Suspense>
  );
}
