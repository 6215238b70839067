import { Link } from 'react-router';
import type { RefusedMeal } from '#web/api/site/refused-meals.ts';
import { paths } from '#web/navigation/paths.ts';
import { buttonClass } from '#web/ui/form/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';

/** Meals that are not for the person or the day, each with the way back to its place on the table. */
export function RefusedFood({ meals, phone }: { meals: readonly RefusedMeal[]; phone: string }) {
  return (
    <CheckoutFrame heading="Your order needs a change" canGoBack={false}>
      <Notice tone="warning" announce="polite">
        <ul className="grid gap-3">
          {meals.map(({ words, cell }, index) => (
            <li key={index} className="grid justify-items-start gap-1">
              {words}
              {cell && (
                <Link
                  to={paths.order({ step: 2 })}
                  state={{ cell }}
                  className={buttonClass('secondary', 'small')}
                >
                  {cell.name}
                </Link>
              )}
            </li>
          ))}
        </ul>
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
