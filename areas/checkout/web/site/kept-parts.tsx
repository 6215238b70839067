import { useMenu } from '#areas/menu/web/menu-data.ts';
import { eraseFavourites, toggleFavourite } from '#areas/menu/web/kept-favourite-meals.ts';
import { clearOrderChanges } from '#areas/checkout/web/site/kept-order-change.ts';
import { clearOrderData } from '#areas/checkout/web/site/kept-order-data.ts';
import { clearBasket } from '#areas/checkout/web/kept-basket.ts';
import { erasePlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import { eraseRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { eraseTrackedOrders } from '#areas/order-book/web/site/kept-tracked-orders.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { KeptPart } from './kept-part.tsx';
import type { Kept } from './read-kept.ts';

type KeptPartsProps = {
  kept: Kept;
  /** With the words for what was done. */
  onErased: (done: string) => void;
};

/** What is kept besides the households, each part with the way to erase it. */
export function KeptParts({ kept, onErased }: KeptPartsProps) {
  const menu = useMenu();
  const { favourites, plan, orders, mealsUnderWay, visit } = kept;
  const nameOf = (mealId: number) => menu.find(({ id }) => id === mealId)?.name;
  return (
    <>
      {favourites.length > 0 && (
        <KeptPart
          title="Favourite meals"
          onErase={() => {
            eraseFavourites();
            onErased('Your favourites are erased from this device.');
          }}
        >
          <ul className="grid gap-1">
            {favourites.map((id) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3">
                {nameOf(id) ?? 'A meal that isn’t on the menu now'}
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => {
                    toggleFavourite(id);
                    onErased(`${nameOf(id) ?? 'The meal'} is no favourite any more.`);
                  }}
                >
                  Remove<span className="sr-only"> {nameOf(id)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </KeptPart>
      )}
      {plan && (
        <KeptPart
          title="Calorie plan"
          onErase={() => {
            eraseRecommendedPlan();
            onErased('The plan is erased from this device.');
          }}
        >
          <p>{plan.planCalories} Cal a day, from the calorie calculator.</p>
        </KeptPart>
      )}
      {orders.length > 0 && (
        <KeptPart
          title="Orders you looked at"
          onErase={() => {
            eraseTrackedOrders();
            onErased('The orders are erased from this device.');
          }}
        >
          <p>{orders.join(', ')}: for when you have no signal, until a week after the delivery.</p>
        </KeptPart>
      )}
      {mealsUnderWay !== null && (
        <KeptPart
          title="The order you’re putting together"
          onErase={() => {
            clearBasket(null);
            clearOrderData();
            onErased('The order is erased.');
          }}
        >
          <p>
            {mealsUnderWay === 1 ? '1 meal' : `${mealsUnderWay} meals`}, until you order them, for
            14 days at most. What you’ve typed stays until you close this tab, or with the meals if
            you asked us to remember you.
          </p>
        </KeptPart>
      )}
      {visit.length > 0 && (
        <KeptPart
          title="From this visit"
          onErase={() => {
            erasePlacedOrder();
            clearOrderChanges();
            onErased('What was kept from this visit is erased.');
          }}
        >
          <ul className="grid gap-1">
            {visit.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </KeptPart>
      )}
    </>
  );
}
