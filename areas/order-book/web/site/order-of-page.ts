/** The order that this very document was sent with. */
import { useState } from 'react';
import { usePageData } from '#areas/business/web/page-data.ts';
import type { OrderOfPage, ReceivedOrderReply } from '#areas/order-book/calls/received-order.ts';
import type { TrackedOrderReply } from '#areas/order-book/calls/orders.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { noteTold } from '#platform/web/api/server-time.ts';

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
