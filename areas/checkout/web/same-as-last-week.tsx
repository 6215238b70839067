import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { saleSentence } from '#areas/business/rules/sale-state.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { LayWay } from '#areas/checkout/rules/draft/lay-again.ts';
import { orderAgainQuery } from './order-again.tsx';
import { mealsQuery } from '#areas/menu/web/site/meals-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import type { KeptOrder } from '#areas/order-book/web/kept-order-draft.ts';
import { readBasket, saveBasket } from '#areas/checkout/web/kept-basket.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';

type SameAsLastWeekProps = {
  token: string;
  /** In the wizard; elsewhere it is kept, and the wizard opened. */
  onLaid?: (order: KeptOrder) => void;
  startsOpen?: boolean;
};

const WAYS: readonly { way: LayWay; label: string; about: string }[] = [
  {
    way: 'same',
    label: 'The same meals',
    about: 'For one that is gone, the nearest that costs no more.',
  },
  {
    way: 'other',
    label: 'The same days, other meals',
    about: 'As many meals, rather ones you didn’t have.',
  },
  {
    way: 'new',
    label: 'Hearts and 5 stars, the rest new',
    about: 'What you like best, and what you haven’t had.',
  },
];

/** Lays an order's meals, or others at their places, into the open week. Asks once, also what they would replace. */
export function SameAsLastWeek({ token, onLaid, startsOpen = false }: SameAsLastWeekProps) {
  const { business: facts, sale } = useConfig();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const laying = useMutation({
    async mutationFn(way: LayWay) {
      const [past, week, meals, { readHouseholds }, { layOrder }] = await Promise.all([
        queries.fetchQuery({ ...orderAgainQuery(token), staleTime: 0 }),
        queries.fetchQuery({ ...orderingWeekQuery, staleTime: 0 }),
        queries.fetchQuery({ ...mealsQuery, staleTime: 0 }),
        import('#areas/checkout/web/site/kept-households.ts'),
        import('./lay-order.ts'),
      ]);
      const household = readHouseholds().find(
        ({ lastOrder }) => lastOrder?.trackingToken === token,
      );
      const order = layOrder(past, token, household ?? null, { week, meals, facts }, way);
      const isOfThisWeek = week.days.some(({ date }) =>
        past.items.some(({ mealDate }) => mealDate === date),
      );
      return { order, secondTo: isOfThisWeek ? past.orderNumber : null };
    },
    onSuccess({ order, secondTo }) {
      if (secondTo === null) take(order);
    },
  });

  const second = laying.data?.secondTo ? laying.data : null;

  function take(order: KeptOrder) {
    setIsOpen(false);
    if (onLaid) return onLaid(order);
    saveBasket(order);
    void navigate(paths.order({ step: 2 }));
  }

  if (sale.state !== 'open') return <p>{saleSentence(sale, facts)}</p>;
  const underWay = isOpen ? mealCount(readBasket()?.draft.people ?? []) : 0;
  return (
    <>
      <Button
        variant="secondary"
        className="w-fit max-beside:px-4"
        onClick={() => {
          laying.reset();
          setIsOpen(true);
        }}
      >
        Same as last week
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Same as last week">
        <div className="grid gap-3">
          {underWay > 0 && (
            <p>
              You’ve already chosen {underWay === 1 ? '1 meal' : `${underWay} meals`}. They’ll be
              removed.
            </p>
          )}
          {WAYS.map(({ way, label, about }) => (
            <Button
              key={way}
              variant="secondary"
              className="h-auto w-full justify-start! rounded-2xl! py-3 text-left whitespace-normal!"
              busy={laying.isPending && laying.variables === way}
              busyLabel="Adding your meals…"
              disabled={laying.isPending}
              onClick={() => laying.mutate(way)}
            >
              <span className="grid gap-0.5">
                <span>{label}</span>
                <span className="text-sm font-normal text-ink-soft">{about}</span>
              </span>
            </Button>
          ))}
          {laying.error && (
            <Notice tone="error" title="We couldn’t put your meals into this week" announce="now">
              <p>{describeFailure(laying.error)} Nothing has changed; try again.</p>
            </Notice>
          )}
          {second && (
            <Notice tone="warning" title="That order is for the same week" announce="now">
              <p>
                <span translate="no">{second.secondTo}</span> is for the week that’s open now. These
                meals would be a second order.
              </p>
              <Button variant="secondary" className="w-fit" onClick={() => take(second.order)}>
                Make a second order
              </Button>
            </Notice>
          )}
          <p className="text-sm text-ink-soft">You’ll check everything before you pay.</p>
        </div>
      </Dialog>
    </>
  );
}
