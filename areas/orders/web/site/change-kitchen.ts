import { useQuery, useMutation, queryOptions } from '@tanstack/react-query';
import { useEffect, useState, useMemo, useReducer } from 'react';
import {
  type ChangeQuoteReply,
  type OrderToChangeReply,
  type PaymentDueReply,
  changeTrackedOrder,
  getOrderToChange,
  quoteOrderChange,
} from '#areas/order-book/calls/order-change.ts';
import type { SentChange } from '#areas/order-book/rules/customer-change.ts';
import { changeOfDraft, termsOfOrder } from '#areas/orders/rules/order-to-change.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { readOrderChange, saveOrderChange } from '#areas/checkout/web/site/kept-order-data.ts';
import type { OrderMenu } from '#areas/checkout/web/site/order-menu.ts';
import { orderReducer } from '#areas/checkout/web/site/order-reducer.ts';
import {
  startChange,
  toOrderToChange,
  problemsOfChange,
} from '#areas/orders/web/site/change-draft.ts';
import type { OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { compareSlotKeys } from '#areas/business/rules/delivery-slots.ts';
import { formatAmount, parseAmount } from '#platform/rules/money.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import {
  mealBlockers,
  type OrderDraft,
  peopleBlockers,
} from '#areas/order-book/rules/order-draft.ts';
import { recipientDraftProblems } from '#areas/order-book/rules/check-customer.ts';
import { pastKeepingIn } from '#areas/checkout/rules/draft/past-keeping-in.ts';
import { mealCount } from '#areas/order-book/rules/people.ts';
import { customerFieldId } from '#areas/checkout/web/site/customer-fields.tsx';
import { RECIPIENT_FIELDS, recipientFieldId } from '#areas/checkout/web/site/delivery-fields.tsx';
import { closedDeliveries, takenText, type WeekDays } from '#areas/checkout/web/site/deliveries.ts';
import { DELIVERY_IDS } from '#areas/checkout/web/site/delivery-section.tsx';
import { NOTICES_ID, wouldNotKeep } from '#areas/checkout/web/site/order/notices.ts';
import type { Blocker } from '#areas/checkout/web/site/order-bar.tsx';
import { CHANGE_PARTS } from '#areas/orders/web/site/change-problem.tsx';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import { JUST_CHANGED } from '#areas/orders/web/site/change-history.tsx';
import { useNavigate } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import type { z } from 'zod';
import { ApiError } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';

/** Long enough for the next tap of someone who is choosing. */
const SETTLE_MS = 500;

export type ChangeQuote =
  | { is: 'nothing' }
  | { is: 'asking' }
  /** `ask`: once more. */
  | { is: 'failed'; error: Error; ask: () => void }
  | { is: 'quoted'; quote: ChangeQuoteReply; ask: () => void };

/** The price of a change, a moment after it was made. `change` null: it cannot be asked about yet. */
export function useChangeQuote(
  token: string,
  { change, version }: { change: SentChange | null; version: number },
  settleMs = SETTLE_MS,
): ChangeQuote {
  const text = JSON.stringify(change ?? {});
  const [settled, setSettled] = useState(settleMs === 0 ? text : '{}');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text, settleMs]);
  const isAsked = settled === text && text !== '{}';
  const { data, error, isFetching, refetch } = useQuery({
    ...changeQuoteQuery(token, { change: JSON.parse(settled) as SentChange, version }),
    enabled: isAsked,
  });
  if (text === '{}') return { is: 'nothing' };
  if (!isAsked || isFetching) return { is: 'asking' };
  const ask = () => void refetch();
  if (error) return { is: 'failed', error, ask };
  if (!data) return { is: 'asking' };
  return data.what.length === 0 && !data.blocked
    ? { is: 'nothing' }
    : { is: 'quoted', quote: data, ask };
}

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

/** The places that the order has are free for it, whatever has become of the window since. */
function withOwnPlaces(
  week: OrderingWeekReply,
  { deliveries }: Pick<OrderToChangeReply, 'deliveries'>,
): OrderingWeekReply {
  return {
    ...week,
    days: week.days.map((day) => {
      const own = deliveries
        .filter(({ date, whyLocked }) => date === day.date && whyLocked === null)
        .map(({ window }) => ({ timeSlot: window, open: true, placesLeft: null }));
      const others = day.windows.filter(
        ({ timeSlot, open }) => open || !own.some((one) => one.timeSlot === timeSlot),
      );
      const missing = own.filter(
        (one) => !others.some(({ timeSlot }) => timeSlot === one.timeSlot),
      );
      return {
        ...day,
        windows: [...others, ...missing].toSorted((a, b) =>
          compareSlotKeys(
            { date: day.date, window: a.timeSlot },
            { date: day.date, window: b.timeSlot },
          ),
        ),
      };
    }),
  };
}

/** The menu with the order's meals as they were sold, also those that have left it since. */
function menuAsSold(
  menu: OrderMenu,
  { items, mealsOffMenu }: Pick<OrderToChangeReply, 'items' | 'mealsOffMenu'>,
): OrderMenu {
  const soldFor = new Map(items.map(({ mealId, price }) => [mealId, parseAmount(price) ?? 0]));
  const offMenu = new Map(mealsOffMenu.map((meal) => [meal.id, meal]));
  const priceCentsOf = (mealId: number) => soldFor.get(mealId) ?? menu.priceCentsOf(mealId);
  const known = [...menu.meals, ...offMenu.values()].map((meal) => {
    const cents = priceCentsOf(meal.id);
    return [meal.id, cents === undefined ? meal : { ...meal, price: formatAmount(cents) }] as const;
  });
  const byId = new Map(known);
  return { meals: menu.meals, find: (mealId) => byId.get(mealId), priceCentsOf };
}

type Changed = {
  draft: OrderDraft;
  before: OrderDraft;
  facts: BusinessFacts;
  week: WeekDays;
  menu: OrderMenu;
};

/** Why the change can't be priced yet, each leading to where it can be put right. */
function blockersOfChange({ draft, before, facts, week, menu }: Changed): Blocker[] {
  if (mealCount(draft.people) === 0)
    return [
      { message: 'No meals are left. To cancel, use the buttons below', at: CHANGE_PARTS.cancel },
    ];
  const recipientProblems = recipientDraftProblems(draft.recipient);
  const past = pastKeepingIn(draft, menu.find, facts).length;
  const taken = closedDeliveries(draft, week, facts);
  return [
    ...[...new Set(peopleBlockers(draft, facts))].map((message) => ({
      message,
      at: CHANGE_PARTS.people,
    })),
    ...mealBlockers(draft, facts).map(({ about, message }) => ({
      message,
      at: about === 'meals' ? CHANGE_PARTS.meals : DELIVERY_IDS[about],
    })),
    ...(past > 0 ? [{ message: wouldNotKeep(past), at: NOTICES_ID }] : []),
    ...(taken.length > 0 ? [{ message: takenText(week, taken), at: DELIVERY_IDS.window }] : []),
    ...Object.entries(problemsOfChange(before.customer, draft.customer, facts)).map(
      ([field, message]) => ({
        message,
        at: customerFieldId(field as Parameters<typeof customerFieldId>[0]),
      }),
    ),
    ...RECIPIENT_FIELDS.flatMap((field) => {
      const message = recipientProblems[field];
      return message === undefined ? [] : [{ message, at: recipientFieldId(field) }];
    }),
  ];
}

/** Sends a change that was quoted. What must be paid first comes to `onDue`; everything else that goes wrong is `error`. */
export function useSendChange(
  token: string,
  {
    onDone,
    onDue,
  }: { onDone: (order: TrackedOrderReply) => void; onDue: (due: PaymentDueReply) => void },
) {
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (asked: Parameters<typeof sendChange>[1]) => sendChange(token, asked),
    onSuccess: onDone,
    onError(failure) {
      const due = readPaymentDue(failure);
      if (due) onDue(due);
    },
  });
  return {
    send: mutate,
    reset,
    isSending: isPending,
    error: error && readPaymentDue(error) ? null : error,
  };
}

export function useChangeMade(token: string): () => void {
  const navigate = useNavigate();
  return () => void navigate(`${paths.tracking(token)}?${JUST_CHANGED}=1`, { replace: true });
}

// The calls by which a customer changes a paid order.

type QuoteBody = z.input<typeof quoteOrderChange.body>;
type ChangeBody = z.input<typeof changeTrackedOrder.body>;

/** Fetched again on every visit: staff or another tab may have changed it. */
export function orderToChangeQuery(token: string) {
  return freshQuery(
    ['order-to-change', token],
    getOrderToChange,
    { params: { token } },
    { gcTime: 0 },
  );
}

/** `version`: of the order that the change was made from. */
type ChangeToAsk = { change: SentChange; version: number };

/** What the order would cost if changed so, asked again each time: places fill up and prices change. */
function changeQuoteQuery(token: string, { change, version }: ChangeToAsk) {
  return freshQuery(
    ['order-change-quote', token, version, change],
    quoteOrderChange,
    { params: { token }, body: bodyOf(change, version) },
    { gcTime: 0 },
  );
}

/** Throws ApiError; one of status 402 carries the payment to make first (`readPaymentDue`). */
function sendChange(
  token: string,
  { change, version, expectedTotal }: ChangeToAsk & { expectedTotal: string },
): Promise<TrackedOrderReply> {
  const body: ChangeBody = { ...bodyOf(change, version), expectedTotal };
  return call(changeTrackedOrder, { params: { token }, body });
}

/** Lists that are only read, as the contract wants them. */
function bodyOf(
  { customer, recipient, people, orderItems, deliveryType, foodAnswers }: SentChange,
  version: number,
): QuoteBody {
  return {
    version,
    onPayment: true,
    ...(customer && { customer: customer as NonNullable<QuoteBody['customer']> }),
    ...(recipient !== undefined && { recipient }),
    ...(people && { people: [...people] }),
    ...(orderItems && { orderItems: [...orderItems] }),
    ...(deliveryType && { deliveryType }),
    ...(foodAnswers && { foodAnswers: [...foodAnswers] }),
  };
}

/** The payment that a change waits for; null for every other failure. */
function readPaymentDue(error: unknown): PaymentDueReply | null {
  const isDue = error instanceof ApiError && error.status === 402;
  return isDue && error.reply?.code === 'payment_due'
    ? (error.reply as unknown as PaymentDueReply)
    : null;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;
/** Until someone else has paid for the place, or has not. */
const PLACE_WAIT_MS = 5000;

/** Makes the change that this payment was for. Asked until the server knows of the payment; asking charges nothing. */
export function paidChangeQuery(token: string, paymentIntentId: string) {
  return queryOptions({
    queryKey: ['paid-change', token, paymentIntentId],
    queryFn: () => call(changeTrackedOrder, { params: { token }, body: { paymentIntentId } }),
    gcTime: 0,
    retry: (_, error) =>
      !(error instanceof ApiError) ||
      error.status >= 500 ||
      [402, 408, 429].includes(error.status) ||
      isPlacePending(error),
    retryDelay: (count, error) =>
      isPlacePending(error) ? PLACE_WAIT_MS : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** count),
  });
}

function isPlacePending(error: unknown): boolean {
  return error instanceof ApiError && error.reply?.code === 'place_pending';
}
