import type { RefusedMeal } from '#areas/checkout/web/site/refused-meals-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { RefusedMealList } from '#areas/checkout/web/refused-meal-list.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

/** Meals that are not for the person or the day, each with the way back to its place on the table. */
export function RefusedFood({ meals, phone }: { meals: readonly RefusedMeal[]; phone: string }) {
  return (
    <CheckoutFrame heading="Your order needs a change" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <RefusedMealList meals={meals} />
        <p>Choose another meal, or please call us: {phone}. Nothing was charged.</p>
      </Notice>
      <Link
        to={paths.order({ step: 2 })}
        className={`${buttonClass('primary')} justify-self-start`}
      >
        Change your order
      </Link>
    </CheckoutFrame>
  );
}
