import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ActionDialog } from '#platform/web/ui/feedback/action-dialog.tsx';
import { useState } from 'react';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { saleSentence } from '#areas/business/rules/sale-state.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { orderAgainQuery } from './order-again-queries.ts';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { readOrderDraft, saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { layOrder } from './lay-order.ts';

type OrderAgainButtonProps = {
  token: string;
};

/** Lays the order of this link into the open week and goes to its meals. Asks before it replaces an order under way. */
export function OrderAgainButton({ token }: OrderAgainButtonProps) {
  const { business: facts, sale } = useConfig();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [mealsUnderWay, setMealsUnderWay] = useState(0);
  const laying = useMutation({
    async mutationFn() {
      const [past, week, meals, { readHouseholds }] = await Promise.all([
        queries.fetchQuery({ ...orderAgainQuery(token), staleTime: 0 }),
        queries.fetchQuery({ ...orderingWeekQuery, staleTime: 0 }),
        queries.fetchQuery({ ...mealsQuery, staleTime: 0 }),
        import('#areas/checkout/web/site/kept-households.ts'),
      ]);
      const theirs = readHouseholds().find(({ lastOrder }) => lastOrder?.trackingToken === token);
      return layOrder(past, token, theirs ?? null, { week, meals, facts });
    },
    onSuccess(order) {
      saveOrderDraft(order);
      void navigate(paths.order({ step: 2 }));
    },
  });

  function press() {
    const underWay = mealCount(readOrderDraft()?.draft.people ?? []);
    if (underWay > 0) setMealsUnderWay(underWay);
    else laying.mutate();
  }

  if (sale.state !== 'open') return <p>{saleSentence(sale, facts)}</p>;
  return (
    <>
      <Button
        className="w-fit"
        busy={laying.isPending}
        busyLabel="Laying your meals…"
        onClick={press}
      >
        Order this again
      </Button>
      {laying.error && (
        <Notice tone="error" title="We couldn’t put your meals into this week" announce="now">
          <p>{describeFailure(laying.error)} Nothing has changed; try again.</p>
        </Notice>
      )}
      <ActionDialog
        open={mealsUnderWay > 0}
        title="Replace the order you’re putting together?"
        act="Replace it"
        keep="Keep it"
        onClose={() => setMealsUnderWay(0)}
        go={() => {
          setMealsUnderWay(0);
          laying.mutate();
        }}
        danger
      >
        <p>
          You’ve already chosen {mealsUnderWay === 1 ? '1 meal' : `${mealsUnderWay} meals`} in this
          tab. They’ll be removed.
        </p>
      </ActionDialog>
    </>
  );
}
