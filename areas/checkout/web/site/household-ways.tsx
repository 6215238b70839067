import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import type { OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import { orderAgainQuery } from '#areas/checkout/web/order-again.tsx';
import { unitePeople } from '#areas/needs/rules/unite-people.ts';
import { needsAdded } from '#areas/order-book/web/kept-order-draft.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { ApiError, describeFailure } from '#platform/web/api/api-error.ts';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { mealCount, newPerson } from '#areas/order-book/rules/people.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  type RememberedHousehold,
  readHouseholds,
} from '#areas/checkout/web/site/kept-households.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import type { HouseholdToOrderFor } from './order-reducer.ts';

type Start = { start: HouseholdToOrderFor; label: string; isUnasked: boolean };

type ToOpen = { other: RememberedHousehold; isUnasked: boolean };

/** Looks up what a household's last order says, then begins an order for it. */
function useOpening(begin: (begun: Start) => void) {
  const { facts } = useOrder();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ other, isUnasked }: ToOpen): Promise<Start> => ({
      start: startWith(other, await findLastOrder(other), facts.people.max),
      label: `Start for ${other.name}`,
      isUnasked,
    }),
    onSuccess: begin,
  });

  async function findLastOrder({ lastOrder }: RememberedHousehold) {
    if (lastOrder === null) return null;
    try {
      return await queries.fetchQuery({
        ...orderAgainQuery(lastOrder.trackingToken),
        staleTime: 0,
      });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }
}

/** The only household that this device remembers is filled in unasked; where it can't be, its button is there to tap. */
export function OnlyHousehold() {
  const { dispatch } = useOrder();
  const opening = useOpening(({ start, isUnasked }) =>
    dispatch({ type: 'started over', start, isUnasked }),
  );
  const fillIn = useEffectEvent(() => {
    const [only, ...more] = readHouseholds();
    if (only && more.length === 0) opening.mutate({ other: only, isUnasked: true });
  });
  useEffect(() => fillIn(), []);
  return null;
}

/** One of several is filled in by a tap; another clears it again. */
export function HouseholdWays({ isFirstStep }: { isFirstStep: boolean }) {
  const { draft, household, dispatch, facts } = useOrder();
  const [households] = useState(readHouseholds);
  const [asked, setAsked] = useState<Start | null>(null);
  const opening = useOpening(begin);
  const meals = mealCount(draft.people);
  const others = isFirstStep ? households.filter(({ id }) => id !== household?.id) : [];

  function begin(begun: Start) {
    if (meals > 0) setAsked(begun);
    else dispatch({ type: 'started over', start: begun.start });
  }
  function clear() {
    const people = [newPerson(1, facts.defaultCaloriePlan)];
    const start = {
      people,
      customer: EMPTY_CUSTOMER,
      contactOf: undefined,
      recipient: undefined,
      household: null,
      notices: [],
    };
    begin({ start, label: 'Clear it', isUnasked: false });
  }

  return (
    <>
      {household && (
        <Button size="small" variant="secondary" onClick={clear}>
          Not you? Clear
        </Button>
      )}
      {others.map((other) => (
        <Button
          key={other.id}
          size="small"
          variant="secondary"
          className="max-w-64 py-1.5 wrap-anywhere whitespace-normal!"
          busy={opening.isPending && opening.variables.other === other}
          busyLabel="Looking up your last order…"
          onClick={() => opening.mutate({ other, isUnasked: false })}
        >
          {other.name}
          <span className="sr-only">: fill in from this device</span>
        </Button>
      ))}
      <Link
        to={paths.thisDevice()}
        className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-primary underline underline-offset-4"
      >
        What’s kept here
      </Link>
      {opening.error && (
        <p role="alert" className="w-72 text-ink">
          We couldn’t look up what your last order says about allergies.{' '}
          {describeFailure(opening.error)} Nothing has changed; try again.
        </p>
      )}
      <ActionDialog
        open={asked !== null}
        title="Start again?"
        act={asked?.label ?? ''}
        keep="Keep my order"
        onClose={() => setAsked(null)}
        go={() => {
          if (asked) dispatch({ type: 'started over', start: asked.start });
          setAsked(null);
        }}
        danger
      >
        <p>
          {meals === 1 ? 'The meal' : `The ${meals} meals`} you’ve chosen will be removed. What’s
          kept on this device stays.
        </p>
      </ActionDialog>
    </>
  );
}

/** With what its last order says today of what its people may not eat: it may have been changed since it was paid. */
function startWith(
  { id, name, people: kept, customer, contactOf, recipient }: RememberedHousehold,
  lastOrder: OrderAgainReply | null,
  mostPeople: number,
): HouseholdToOrderFor {
  const { people, added } = unitePeople(kept, lastOrder?.people ?? []);
  const as = lastOrder ? `as in your order of ${formatDayAndMonth(lastOrder.placedOn)}` : '';
  return {
    people: people.slice(0, mostPeople).map((person) => ({ ...person, mealAssignments: [] })),
    customer,
    contactOf,
    recipient,
    household: { id, name },
    notices: needsAdded(added, as),
  };
}
