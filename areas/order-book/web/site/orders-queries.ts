import { queryOptions } from '@tanstack/react-query';
import {
  downloadCalendar,
  downloadReceipt,
  trackOrder,
  type TrackedOrderReply,
} from '#areas/order-book/calls/orders.ts';
import {
  type ReceivedOrderReply,
  seeReceivedOrder,
  type OrderOfPage,
} from '#areas/order-book/calls/received-order.ts';
import { wallTimeAt, type Instant } from '#platform/rules/zoned-time.ts';
import { callAgain } from '#platform/web/api/client.ts';
import { serverNow, noteTold } from '#platform/web/api/server-time.ts';
import { useState } from 'react';
import { usePageData } from '#areas/business/web/page-data.ts';

const ASKED_EVERY_MS = 30_000;

/** A customer's own order. Asked for again when its page is shown again. */
export function trackedOrderQuery(token: string) {
  return queryOptions({
    queryKey: ['tracked-order', token],
    queryFn: ({ signal, client, queryKey }): Promise<TrackedOrderReply> =>
      callAgain(trackOrder, { params: { token }, signal }, client.getQueryData(queryKey)),
    refetchOnWindowFocus: 'always',
    // The reply itself is kept: by it the next call knows what it has.
    structuralSharing: false,
  });
}

/** The same meals as whom they go to sees them, when someone else pays. */
export function receivedOrderQuery(token: string) {
  return queryOptions({
    queryKey: ['received-order', token],
    queryFn: ({ signal, client, queryKey }): Promise<ReceivedOrderReply> =>
      callAgain(seeReceivedOrder, { params: { token }, signal }, client.getQueryData(queryKey)),
    refetchOnWindowFocus: 'always',
    structuralSharing: false,
  });
}

/** How long until its page asks again: only while a delivery is today, and the driver may be on the way. */
export function whileToday(timeZone: string) {
  type Shown = { deliveries: readonly { date: string }[] };
  return ({ state: { data } }: { state: { data?: Shown | undefined } }): number | false => {
    const today = wallTimeAt(serverNow(), timeZone).date;
    return data?.deliveries.some(({ date }) => date === today) ? ASKED_EVERY_MS : false;
  };
}

export function trackedOrderFiles(token: string): { calendar: string; receipt: string } {
  const at = (path: string) => path.replace(':token', encodeURIComponent(token));
  return { calendar: at(downloadCalendar.path), receipt: at(downloadReceipt.path) };
}

/** The order that this very document was sent with. */
declare module '#areas/business/web/page-data.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface PageData {
    /** Only while the server renders; browsers read it from the document. */
    orderOfPage?: OrderOfPage | undefined;
  }
}

/** As a query begins: with the order of the document, if it was sent with one; `isUnknown`: its link leads to none. */
export function useOrderOfPage<Order extends TrackedOrderReply | ReceivedOrderReply>() {
  const { orderOfPage } = usePageData();
  const [sent] = useState(() => orderOfPage ?? orderOfDocument());
  const order = sent?.order as Order | null | undefined;
  return {
    isUnknown: order === null,
    initial:
      sent && order
        ? {
            initialData: order,
            initialDataUpdatedAt: heardAt(sent.at),
            // The document may have been open for long before a use brought it to life.
            refetchOnMount: 'always' as const,
          }
        : {},
  };
}

function orderOfDocument(): OrderOfPage | null {
  if (typeof document === 'undefined') return null;
  const text = document.querySelector('script[data-order]')?.textContent;
  // Written by our own server for this very page.
  return text ? (JSON.parse(text) as OrderOfPage) : null;
}

/** The same instant by this device's clock, which may be wrong. */
function heardAt(at: string): Instant {
  if (typeof document === 'undefined') return Date.parse(at);
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const heard = Math.round(performance.timeOrigin + (loaded?.responseStart ?? 0));
  noteTold(Date.parse(at), heard);
  return heard;
}
