import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChangeQuoteReply } from '#areas/order-book/calls/order-change.ts';
import type { SentChange } from '#areas/order-book/rules/change/customer-change.ts';
import { changeQuoteQuery } from '#areas/orders/web/site/order-change-queries.ts';

/** Long enough for the next tap of somebody who is choosing. */
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
