/**
 * The money of an order, worked out from its rows and nothing else: never from the way they came about. What it costs,
 * what was given as a present, what is to go back, and what is still to be paid. Ours.
 */
import { type Cents, sumCents } from '#platform/rules/money.ts';
import type { DeliveryType } from '#areas/business/rules/services.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { RefundState } from '#areas/order-book/rules/order-status.ts';

/** A meal, the delivery fee of a person (or of their date), tax, or money kept of what was cancelled. */
export type PartId = `i${number}` | `f${number}` | `f${number}|${PlainDate}` | 'tax' | `k${number}`;

export type AccountItem = {
  id: number;
  personId: number;
  /** The date whose delivery fee it shares: of when it was sold, not of where it was moved. */
  feeDate: PlainDate;
  /** As agreed; 0 for what is brought again. */
  cents: Cents;
  /** Who took it off; null: it is brought. */
  gone: 'customer' | 'kitchen' | null;
};

/** What the order was sold on: no later setting changes it. */
export type SaleTerms = {
  dailyFeeCents: Cents;
  weeklyFeeCents: Cents;
  /** Null: never. */
  freeDeliveryFromMeals: number | null;
  firstOrderFree: boolean;
  taxCents: Cents;
};

export type AccountTerms = SaleTerms & { deliveryType: DeliveryType };

/** `order`: of no part in particular. */
export type Present = { part: PartId | 'order'; cents: Cents };

export type AccountRefund = {
  cents: Cents;
  state: RefundState;
  /** A failed one whose money went back another way. */
  isSettledOtherwise?: boolean;
  /** How much of it was not owed. */
  presents: readonly Present[];
};

export type AccountFacts = {
  items: readonly AccountItem[];
  terms: AccountTerms;
  /** For what was cancelled without its money. */
  kept: readonly { id: number; cents: Cents }[];
  /** What came in for the order as it is. */
  payments: readonly { cents: Cents }[];
  refunds: readonly AccountRefund[];
  takenByBankCents: Cents;
};

export type PartMoney = { id: PartId; cents: Cents; presentCents: Cents; netCents: Cents };

export type Account = {
  /** What costs something, in the sequence of the rows. */
  parts: PartMoney[];
  costCents: Cents;
  /** Cost less presents. */
  netCents: Cents;
  paidCents: Cents;
  /** What went back or is on its way. */
  backCents: Cents;
  /** Never together with `owedCents`. */
  dueBackCents: Cents;
  owedCents: Cents;
  /** What of the payments is neither back nor taken by a bank. */
  leftCents: Cents;
  /** The most that can be given back of the whole order, what is due included and kept money not. */
  refundableCents: Cents;
};

/**
 * A present of a part counts up to what that part still costs, so a meal is paid back once whichever comes first; one of
 * the order counts up to what is left after those, never against kept money, and outlives every change.
 */
export function accountOf(facts: AccountFacts): Account {
  const costs = costsOf(facts);
  const given = facts.refunds.flatMap(({ presents }) => presents);
  const givenOf = Map.groupBy(given, ({ part }) => part);
  const presentOf = (part: PartId | 'order') =>
    sumCents((givenOf.get(part) ?? []).map(({ cents }) => cents));
  const parts = costs.map(({ id, cents }): PartMoney => {
    const presentCents = Math.min(presentOf(id), cents);
    return { id, cents, presentCents, netCents: cents - presentCents };
  });
  const netOf = (some: readonly PartMoney[]) => sumCents(some.map(({ netCents }) => netCents));
  const sold = netOf(parts.filter(({ id }) => !id.startsWith('k')));
  const ofOrder = Math.min(presentOf('order'), sold);
  const netCents = netOf(parts) - ofOrder;
  const paidCents = sumCents(facts.payments.map(({ cents }) => cents));
  const backCents = sumCents(facts.refunds.filter(isBack).map(({ cents }) => cents));
  const inHandCents = paidCents - backCents;
  const leftCents = Math.max(0, inHandCents - facts.takenByBankCents);
  const dueBackCents = Math.max(0, leftCents - netCents);
  return {
    parts,
    costCents: sumCents(parts.map(({ cents }) => cents)),
    netCents,
    paidCents,
    backCents,
    dueBackCents,
    // What a bank took back in a dispute is never asked of the customer by itself.
    owedCents: Math.max(0, netCents - inHandCents),
    leftCents,
    refundableCents: Math.min(sold - ofOrder + dueBackCents, leftCents),
  };
}

function isBack({ state, isSettledOtherwise = false }: AccountRefund): boolean {
  return state !== 'failed' || isSettledOtherwise;
}

type Cost = { id: PartId; cents: Cents };

function costsOf({ items, terms, kept }: AccountFacts): Cost[] {
  const live = items.filter(({ gone }) => gone === null);
  const tax: Cost[] = live.length === 0 ? [] : [{ id: 'tax', cents: terms.taxCents }];
  return [
    ...live.map(({ id, cents }): Cost => ({ id: `i${id}`, cents })),
    ...(whyFree(items, terms) === null ? grossFeesOf(items, terms) : []),
    ...tax,
    ...kept.map(({ id, cents }): Cost => ({ id: `k${id}`, cents })),
  ].filter(({ cents }) => cents > 0);
}

/** Before any offer: one of each person (weekly) or each of their dates (daily) that still has a meal with a price. */
export function grossFeesOf(
  items: readonly AccountItem[],
  terms: AccountTerms,
): { id: PartId; personId: number; cents: Cents }[] {
  const cents = terms.deliveryType === 'daily' ? terms.dailyFeeCents : terms.weeklyFeeCents;
  const charged = items.filter((item) => item.cents > 0 && item.gone === null);
  const personOf = new Map(charged.map((item) => [feePartOf(item, terms), item.personId]));
  return [...personOf].map(([id, personId]) => ({ id, personId, cents }));
}

export type OfferCode = 'free_delivery_from_meals' | 'waitlist_first_order';

/** Why delivery is free; null: it is not. What the kitchen takes off never makes the rest dearer. */
export function whyFree(items: readonly AccountItem[], terms: AccountTerms): OfferCode | null {
  const counted = items.filter(({ cents, gone }) => cents > 0 && gone !== 'customer').length;
  const { freeDeliveryFromMeals, firstOrderFree } = terms;
  if (freeDeliveryFromMeals !== null && counted >= freeDeliveryFromMeals)
    return 'free_delivery_from_meals';
  return firstOrderFree ? 'waitlist_first_order' : null;
}

export function feePartOf(
  { personId, feeDate }: Pick<AccountItem, 'personId' | 'feeDate'>,
  { deliveryType }: Pick<AccountTerms, 'deliveryType'>,
): PartId {
  return deliveryType === 'daily' ? `f${personId}|${feeDate}` : `f${personId}`;
}

/** Money back without cancelling anything: of some parts all that they still cost, or an amount of the whole order. */
export type AskedRefund = { parts: readonly PartId[] } | { cents: Cents };

export type JudgedRefund =
  | { outcome: 'refund'; cents: Cents; presents: Present[] }
  | { outcome: 'already_refunded'; parts: PartId[] }
  | { outcome: 'refund_too_large'; refundableCents: Cents };

/** What is due goes back first; only the rest is a present, kept with its part. */
export function judgeRefund(account: Account, asked: AskedRefund): JudgedRefund {
  const { dueBackCents } = account;
  const presents: Present[] =
    'parts' in asked
      ? [...new Set(asked.parts)].map((part) => ({
          part,
          cents: account.parts.find(({ id }) => id === part)?.netCents ?? 0,
        }))
      : [{ part: 'order', cents: asked.cents }];
  const nothing = presents.flatMap(({ part, cents }) =>
    part === 'order' || cents > 0 ? [] : [part],
  );
  if (nothing.length > 0) return { outcome: 'already_refunded', parts: nothing };
  const cents = sumCents(presents.map((present) => present.cents));
  const kept = presents.filter(({ part }) => part.startsWith('k'));
  const refundableCents = Math.min(
    account.leftCents,
    account.refundableCents + sumCents(kept.map((present) => present.cents)),
  );
  if (cents > refundableCents) return { outcome: 'refund_too_large', refundableCents };
  return { outcome: 'refund', cents, presents: lessOf(presents, dueBackCents) };
}

/** For money that went back outside the portal: what was due comes first, then the whole order, then what was kept. */
export function presentsOfGivenBack(account: Account, cents: Cents): Present[] {
  const kept = account.parts.filter(({ id }) => id.startsWith('k'));
  let left = Math.max(0, cents - account.dueBackCents);
  const take = (most: Cents) => {
    const taken = Math.min(left, Math.max(0, most));
    left -= taken;
    return taken;
  };
  const ofOrder = take(account.netCents - sumCents(kept.map(({ netCents }) => netCents)));
  const ofKept = kept.map(({ id, netCents }) => ({ part: id, cents: take(netCents) }));
  return [{ part: 'order' as const, cents: ofOrder + left }, ...ofKept].filter(
    (present) => present.cents > 0,
  );
}

function lessOf(presents: readonly Present[], dueCents: Cents): Present[] {
  let left = dueCents;
  return presents.flatMap(({ part, cents }) => {
    const settled = Math.min(left, cents);
    left -= settled;
    return settled === cents ? [] : [{ part, cents: cents - settled }];
  });
}
