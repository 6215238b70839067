import { useQuery } from '@tanstack/react-query';
import type { ShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { AskedPlan } from '#areas/kitchen/web/portal/production-queries.ts';
import { shoppingQuery } from '#areas/kitchen/web/portal/shopping-queries.ts';
import { useMayDo } from '#platform/web/api/session.ts';

/** What to buy for a plan, for whoever may see it. The plan is whole without it. */
export function useOrdersToBuy(asked: AskedPlan) {
  const maySee = useMayDo('seeDailyPrep');
  const { data, isError, refetch } = useQuery({
    ...shoppingQuery({ ...asked, arrivals: '' }),
    enabled: maySee,
  });
  const orders = (data?.orders ?? []).filter(
    ({ sent, lines }) => sent !== null || lines.some(({ packs }) => packs > 0),
  );
  return { orders, hasFailed: isError && !data, retry: () => void refetch() };
}

/** What arrives on a day, or before it when that day has no column of its own. */
export function ordersOfColumn(
  orders: readonly ShoppingOrder[],
  columns: readonly PlainDate[],
  date: PlainDate,
): ShoppingOrder[] {
  return orders.filter(
    ({ arrives }) => (columns.find((column) => column >= arrives) ?? columns.at(-1)) === date,
  );
}
