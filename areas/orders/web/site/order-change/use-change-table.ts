import { useEffect, useMemo, useReducer, useState } from 'react';
import type { OrderToChangeReply } from '#areas/order-book/calls/order-change.ts';
import { changeOfDraft } from '#areas/orders/rules/change-of-draft.ts';
import { termsOfOrder } from '#areas/orders/rules/order-to-change.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { readOrderChange, saveOrderChange } from '#areas/checkout/web/site/kept-order-change.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { orderReducer } from '#areas/checkout/web/site/order-reducer.ts';
import { blockersOfChange } from './change-blockers.ts';
import { startChange, toOrderToChange } from './change-draft.ts';
import { menuAsSold, withOwnPlaces } from './change-kitchen.ts';
import { useChangeQuote } from './use-change-quote.ts';

export type TableProps = {
  order: OrderToChangeReply;
  menu: OrderMenu;
  token: string;
};

/** The order on the table, what was changed of it, and what that costs. It is kept for a reload. */
export function useChangeTable({ order, menu, token }: TableProps) {
  const { week } = order;
  const { business } = useConfig();
  const [start] = useState(() => startChange(order, readOrderChange(token), week.weekStart));
  const [state, dispatch] = useReducer(orderReducer, start.state);
  const { draft } = state;
  const { before } = start;
  const { version } = order;
  const facts = useMemo(() => termsOfOrder(toOrderToChange(order), business), [order, business]);
  const kitchen = useMemo(
    () => ({ week: withOwnPlaces(week, order), menu: menuAsSold(menu, order) }),
    [week, menu, order],
  );
  const change = useMemo(
    () => changeOfDraft({ order: toOrderToChange(order), before, after: draft }, facts),
    [order, before, draft, facts],
  );
  useEffect(
    () => saveOrderChange(token, { version, before, mine: draft }),
    [token, version, before, draft],
  );
  const blockers = blockersOfChange({ draft, before, facts, ...kitchen });
  const quote = useChangeQuote(token, { change: blockers.length === 0 ? change : null, version });
  return { start, state, dispatch, facts, kitchen, change, blockers, quote };
}
