import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { eraseEverything } from '#platform/web/kept-erase-everything.ts';
import { clearBasket, purgeWhoEats, readBasket } from '#areas/checkout/web/kept-basket.ts';
import {
  eraseHousehold,
  type RememberedHousehold,
  saveHousehold,
  readHouseholds,
} from '#areas/checkout/web/site/kept-households.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { HouseholdCard, KeptPart } from './household-card.tsx';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import {
  eraseFavourites,
  toggleFavourite,
  readFavourites,
} from '#areas/menu/web/kept-favourite-meals.ts';
import {
  clearOrderChanges,
  hasOrderChange,
  clearOrderData,
} from '#areas/checkout/web/site/kept-order-data.ts';
import { erasePlacedOrder, readPlacedOrder } from '#areas/order-book/web/kept-placed-order.ts';
import {
  eraseRecommendedPlan,
  readRecommendedPlan,
} from '#areas/calculator/web/site/kept-recommended-plan.ts';
import {
  eraseTrackedOrders,
  listTrackedOrders,
} from '#areas/order-book/web/site/kept-tracked-orders.ts';

export function ThisDevicePage() {
  const { business } = useConfig();
  const [kept, setKept] = useState(() => readKept(business.caloriePlans));
  const [message, setMessage] = useState('');
  const { households, favourites, plan, orders, mealsUnderWay, visit } = kept;
  const isEmpty =
    households.length + favourites.length + orders.length + visit.length === 0 &&
    !plan &&
    mealsUnderWay === null;

  function after(done: string) {
    setKept(readKept(business.caloriePlans));
    setMessage(done);
  }
  function save(changed: RememberedHousehold) {
    after(
      saveHousehold(changed)
        ? `“${changed.name}” is changed.`
        : 'Your browser didn’t store the change.',
    );
  }
  function eraseAll() {
    clearBasket(null);
    eraseEverything();
    after('Everything is erased from this device.');
  }
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">Kept on this device</PageHeading>
      <p>
        This is all that {business.name} keeps in this browser. It stays here: nobody else sees it,
        and other devices don’t have it. Your card is never kept.
      </p>
      <ResultPlace result={message || null}>
        <div role="status">{message && <Notice tone="success">{message}</Notice>}</div>
      </ResultPlace>
      {isEmpty ? (
        <EmptyState
          title="Nothing is kept here"
          action={
            <Link to={paths.order()} className={buttonClass('primary')}>
              Order
            </Link>
          }
        >
          <p>When you order, tick “Remember us on this device” beneath your details.</p>
        </EmptyState>
      ) : (
        <>
          <Button variant="danger" className="w-fit" onClick={eraseAll}>
            Erase everything here
          </Button>
          {households.map((household) => (
            <HouseholdCard
              key={household.id}
              household={household}
              names={households.filter(({ id }) => id !== household.id)}
              onSave={save}
              onErase={() => {
                eraseHousehold(household.id);
                purgeWhoEats(household.id);
                after(`“${household.name}” is erased from this device.`);
              }}
            />
          ))}
          <KeptParts kept={kept} onErased={after} />
        </>
      )}
      <p className="text-sm text-ink-soft">
        What we hold on our side is in{' '}
        <Link to={paths.privacy()} className="underline">
          Privacy
        </Link>
        .
      </p>
    </div>
  );
}

type KeptPartsProps = {
  kept: KeptHere;
  /** With the words for what was done. */
  onErased: (done: string) => void;
};

function KeptParts({ kept, onErased }: KeptPartsProps) {
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
                    onErased(`${nameOf(id) ?? 'The meal'} is no longer a favourite.`);
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

type KeptHere = ReturnType<typeof readKept>;

function readKept(plans: readonly number[]) {
  return {
    households: readHouseholds(),
    favourites: readFavourites(),
    plan: readRecommendedPlan(plans),
    orders: listTrackedOrders(),
    mealsUnderWay: readBasket()?.draft.people.flatMap((one) => one.mealAssignments).length ?? null,
    visit: readVisit(),
  };
}

/** What other pages keep until their work is done. */
function readVisit(): string[] {
  const placed = readPlacedOrder();
  return [
    placed && `Order ${placed.orderNumber}, with the link to its page, until you close this tab.`,
    hasOrderChange() && 'Changes to an order that you haven’t saved, until you close this tab.',
  ].filter((text) => typeof text === 'string');
}
