/** What an email about an order is written from, and what is written. */
import type { ReactNode } from 'react';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { ToldMoney } from '#areas/messages/rules/told-money.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Order } from '#areas/order-book/rules/order.ts';

export type OrderEmail = {
  order: Order;
  now: Instant;
  business: BusinessFacts;
  /** The customer's secret link. */
  trackingUrl: string;
  /** What becomes of the money of what it tells. */
  money: ToldMoney;
  /** The amount just paid on top. */
  paidCents: Cents;
  /** What the customer still has to pay. */
  owedCents: Cents;
  /** For a changed recipe: sentences that say how, and what we did. */
  news: readonly string[];
  /** What was changed, in words; null: the email does not tell of one change in particular. */
  change: { what: readonly string[]; isRefused?: boolean } | null;
  /** Of a portion on hold, or that must not be eaten, what its customer reads of it everywhere; null: it is neither. */
  heldText: (item: { id: number }) => string | null;
};

export type OrderWords = {
  subject: string;
  heading: string;
  opening: ReactNode[];
  rest: ReactNode[];
};
