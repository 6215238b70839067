import { lazy, Suspense } from 'react';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';

const MealChoices = lazy(async () => ({
  default: (await import('./meal-choices.tsx')).MealChoices,
}));

type AskedMealsProps = { choices: TrackedOrderReply['choices']; token: string };

/** What the customer is asked about meals that ran out. Few ever see it: nobody else loads it. */
export function AskedMeals({ choices, token }: AskedMealsProps) {
  if (choices.length === 0) return null;
  return (
    <Suspense>
      <MealChoices choices={choices} token={token} />
    </Suspense>
  );
}
