import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import type { OrderAgainReply } from '#areas/checkout/calls/order-again.ts';
import { orderAgainQuery } from '#areas/checkout/web/order-again-queries.ts';
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
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useOrder } from './order-context.tsx';
import type { HouseholdToOrderFor } from './order-reducer.ts';

type Start = { start: HouseholdToOrderFor; label: string };

/** One tap fills in a household that this device remembers; another clears it again. */
export function HouseholdBar({ isFirstStep }: { isFirstStep: boolean }) {
  const { draft, household, dispatch, facts } = useOrder();
  const [households] = useState(readHouseholds);
  const [asked, setAsked] = useState<Start | null>(null);
  const queries = useQueryClient();
  const opening = useMutation({
    mutationFn: async (other: RememberedHousehold): Promise<Start> => ({
      start: startWith(other, await findLastOrder(other), facts.people.max),
      label: `Start for ${other.name}`,
    }),
    onSuccess: begin,
  });
  const meals = mealCount(draft.people);
  const others = isFirstStep ? households.filter(({ id }) => id !== household?.id) : [];

  function begin(begun: Start) {
    if (meals > 0) setAsked(begun);
    else dispatch({ type: 'started over', start: begun.start });
  }
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
    begin({ start, label: 'Clear it' });
  }

  if (household === null && others.length === 0) return null;
  return (
    <>
      <Notice
        title={household ? `Filled in from this device: ${household.name}` : 'Who is it for?'}
        announce="polite"
      >
        <div className="flex flex-wrap items-center gap-2">
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
              className="py-1.5 wrap-anywhere whitespace-normal!"
              busy={opening.isPending && opening.variables.id === other.id}
              busyLabel="Looking up your last order…"
              onClick={() => opening.mutate(other)}
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
        </div>
        {opening.error && (
          <p role="alert">
            We couldn’t look up what your last order says about allergies.{' '}
            {describeFailure(opening.error)} Nothing has changed; try again.
          </p>
        )}
      </Notice>
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
