import { useState } from 'react';
import { Link } from 'react-router';
import { useConfig, useMenu } from '#web/api/page-data.ts';
import { PageHeading } from '#web/navigation/page-heading.tsx';
import { paths } from '#web/navigation/paths.ts';
import { clearOrderData } from '#web/storage/order-data.ts';
import { clearOrderDraft, readOrderDraft } from '#web/storage/order-draft.ts';
import { eraseFavourites, readFavourites, toggleFavourite } from '#web/storage/favourite-meals.ts';
import {
  eraseHousehold,
  eraseHouseholds,
  type RememberedHousehold,
  readHouseholds,
  saveHousehold,
} from '#web/storage/households.ts';
import { erasePlacedOrder } from '#web/storage/placed-order.ts';
import { eraseRecommendedPlan, readRecommendedPlan } from '#web/storage/recommended-plan.ts';
import { eraseTrackedOrders, listTrackedOrders } from '#web/storage/tracked-orders.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button, buttonClass } from '#web/ui/form/button.tsx';
import { HouseholdCard } from './household-card.tsx';
import { KeptPart } from './kept-part.tsx';

/** All that this browser keeps of whoever uses it: to be seen, changed and erased. */
export function ThisDevicePage() {
  const { business } = useConfig();
  const menu = useMenu();
  const [kept, setKept] = useState(() => readAll(business.caloriePlans));
  const [message, setMessage] = useState('');
  const { households, favourites, plan, orders, mealsUnderWay } = kept;
  const isEmpty =
    households.length + favourites.length + orders.length === 0 && !plan && mealsUnderWay === null;

  function after(done: string) {
    setKept(readAll(business.caloriePlans));
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
    eraseHouseholds();
    eraseFavourites();
    eraseRecommendedPlan();
    eraseTrackedOrders();
    clearOrderDraft();
    clearOrderData();
    erasePlacedOrder();
    after('Everything is erased from this device.');
  }
  const nameOf = (mealId: number) => menu.find(({ id }) => id === mealId)?.name;
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">Kept on this device</PageHeading>
      <p>
        This is all that {business.name} keeps in this browser. It stays here: nobody else sees it,
        and other devices don’t have it. Your card is never kept.
      </p>
      <div role="status">{message && <Notice tone="success">{message}</Notice>}</div>
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
                after(`“${household.name}” is erased from this device.`);
              }}
            />
          ))}
          {favourites.length > 0 && (
            <KeptPart
              title="Favourite meals"
              onErase={() => {
                eraseFavourites();
                after('Your favourites are erased from this device.');
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
                        after(`${nameOf(id) ?? 'The meal'} is no favourite any more.`);
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
                after('The plan is erased from this device.');
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
                after('The orders are erased from this device.');
              }}
            >
              <p>
                {orders.join(', ')}: for when you have no signal, until a week after the delivery.
              </p>
            </KeptPart>
          )}
          {mealsUnderWay !== null && (
            <KeptPart
              title="The order you’re putting together"
              onErase={() => {
                clearOrderDraft();
                clearOrderData();
                after('The order is erased.');
              }}
            >
              <p>
                {mealsUnderWay === 1 ? '1 meal' : `${mealsUnderWay} meals`} and what you’ve typed,
                in this tab until you close it.
              </p>
            </KeptPart>
          )}
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

function readAll(plans: readonly number[]) {
  return {
    households: readHouseholds(),
    favourites: readFavourites(),
    plan: readRecommendedPlan(plans),
    orders: listTrackedOrders(),
    mealsUnderWay:
      readOrderDraft()?.draft.people.flatMap((one) => one.mealAssignments).length ?? null,
  };
}
