import { useState } from 'react';
import { Link } from 'react-router';
import { EMPTY_CUSTOMER } from '#areas/order-book/rules/order-draft.ts';
import { mealCount, newPerson } from '#areas/order-book/rules/people.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import {
  type RememberedHousehold,
  readHouseholds,
} from '#areas/checkout/web/site/kept-households.ts';
import { ConfirmDialog } from '#platform/web/ui/feedback/confirm-dialog.tsx';
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
              onClick={() =>
                begin({
                  start: startWith(other, facts.people.max),
                  label: `Start for ${other.name}`,
                })
              }
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
      </Notice>
      <ConfirmDialog
        open={asked !== null}
        title="Start again?"
        confirmLabel={asked?.label ?? ''}
        cancelLabel="Keep my order"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) dispatch({ type: 'started over', start: asked.start });
          setAsked(null);
        }}
      >
        <p>
          {meals === 1 ? 'The meal' : `The ${meals} meals`} you’ve chosen will be removed. What’s
          kept on this device stays.
        </p>
      </ConfirmDialog>
    </>
  );
}

function startWith(
  { id, name, people, customer, contactOf, recipient }: RememberedHousehold,
  mostPeople: number,
): HouseholdToOrderFor {
  return {
    people: people.slice(0, mostPeople).map((person) => ({ ...person, mealAssignments: [] })),
    customer,
    contactOf,
    recipient,
    household: { id, name },
  };
}
