import { useState } from 'react';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { SameAsLastWeek } from '#areas/checkout/web/same-as-last-week.tsx';
import { readHouseholds } from '#areas/checkout/web/site/kept-households.ts';
import { useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

/** Beside the way on, as long as no meal is chosen: what this household had last. */
export function SameAgain() {
  const { draft, household, dispatch, goTo } = useOrder();
  const [search] = useSearchParams();
  const [households] = useState(readHouseholds);
  const last = households.find(({ id }) => id === household?.id)?.lastOrder;
  if (!last || mealCount(draft.people) > 0) return null;
  return (
    <div data-same-again="" className="min-w-0">
      <SameAsLastWeek
        token={last.trackingToken}
        startsOpen={search.has('again')}
        onLaid={(order) => {
          dispatch({ type: 'put in again', order });
          goTo(2);
        }}
      />
    </div>
  );
}
