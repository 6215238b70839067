import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/api/use-change.ts';
import { addDays, type PlainDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import {
  type AskedShopping,
  SHOPPING_KEY,
  shoppingQuery,
} from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { orderingWeekQuery } from '#areas/order-book/web/ordering-queries.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { useAskedPlan } from '#areas/kitchen/web/portal/use-plan.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { type ShoppingLine, sendShoppingOrder } from '#areas/kitchen/calls/shopping.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { formatQuantity } from '#areas/menu/rules/units.ts';
import { call } from '#platform/web/api/client.ts';
import type { z } from 'zod';

export const SHOPPING_VIEWS = [
  { name: 'supplier', label: 'By supplier' },
  { name: 'area', label: 'By store area' },
] as const;
type ShoppingView = (typeof SHOPPING_VIEWS)[number]['name'];

/** What the address asks for: the week whose orders closed last, unless it names other days. */
export function useAskedShopping() {
  const { data: week } = useQuery(orderingWeekQuery);
  const range = useAskedPlan(week ? addDays(week.weekStart, -7) : null);
  const [params, setParams] = useSearchParams();
  const arrivals = params.get('arrivals') ?? '';
  const asked: AskedShopping | null = range.asked && { ...range.asked, arrivals };
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParams(next, { preventScrollReset: true });
  };
  return {
    ...range,
    asked,
    view: SHOPPING_VIEWS.find(({ name }) => name === params.get('by'))?.name ?? 'supplier',
    show: (view: ShoppingView) => set('by', view === 'supplier' ? '' : view),
    /** All days of a supplier; the other suppliers' stay. */
    chooseArrivals: (supplierId: number, days: readonly PlainDate[]) => {
      const others = arrivals.split(',').filter((one) => !one.startsWith(`${supplierId}:`));
      const supplierDays = days.toSorted().map((day) => `${supplierId}:${day}`);
      set('arrivals', [...others, ...supplierDays].filter((one) => one !== '').join(','));
    },
  };
}

type SentBody = z.input<typeof sendShoppingOrder.body>;

/** Sends an order; the list is fetched again whatever comes of it. */
export function useSendOrder(asked: AskedShopping, onDone: () => void) {
  const client = useQueryClient();
  const { showToast } = useToast();
  return useChange(
    (body: Omit<SentBody, keyof AskedShopping>) =>
      call(sendShoppingOrder, { body: { ...asked, ...body } }),
    {
      onDone(list) {
        client.setQueryData(shoppingQuery(asked).queryKey, list);
        onDone();
      },
      says: (_list, { way }) => ({
        title: way === 'email' ? 'Order Emailed' : 'Marked As Ordered',
        description: 'A copy is kept with the list.',
        tone: 'success',
      }),
      onFailure({ message }) {
        showToast({ title: 'Not Sent', description: message, tone: 'error' });
        onDone();
        void client.invalidateQueries({ queryKey: SHOPPING_KEY });
      },
    },
  );
}

export type Shop = ReturnType<typeof useAskedShopping>;

type Packed = Pick<ShoppingLine, 'packs' | 'pack' | 'packQty' | 'baseUnit'>;

/** "3 × 5 kg bag". */
export function packsText({ packs, pack, packQty, baseUnit }: Packed): string {
  return `${packs} × ${pack === '' ? formatQuantity(packQty, baseUnit) : pack}`;
}

/** "need 480 g · 520 g over, will not keep: $10.04". */
export function needText(line: ShoppingLine): string {
  const { need, onHand, over, wasteCents, neverCounted, baseUnit } = line;
  const spoils = wasteCents !== null && wasteCents > 0;
  return [
    `need ${formatQuantity(need, baseUnit)}`,
    ...(onHand > 0 ? [`${formatQuantity(onHand, baseUnit)} is there`] : []),
    ...(neverCounted ? ['never counted'] : []),
    ...(over > 0
      ? [
          `${formatQuantity(over, baseUnit)} over${spoils ? `, will not keep: ${formatDollars(wasteCents)}` : ''}`,
        ]
      : []),
  ].join(' · ');
}

/** "out of date by Sun 6 Dec"; null: it keeps. */
export function spoilText({ wouldSpoil }: ShoppingLine): string | null {
  const last = wouldSpoil.toSorted().at(-1);
  return last === undefined ? null : `out of date by ${formatDayAndMonth(last)}`;
}
