import { type ReactNode, useEffect } from 'react';
import { type Location, ScrollRestoration, useMatches } from 'react-router';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { documentTitle, type PageHandle } from '#platform/web/navigation/page-handle.ts';
import { isTestPayments } from '#areas/checkout/web/site/payment-mode-queries.ts';

type PageFrameProps = {
  config: ConfigReply;
  /** Header, footer and an element with the id `content`. */
  children: ReactNode;
};

/** The frame of every page, whatever its layout. */
export function PageFrame({ config, children }: PageFrameProps) {
  useTitleOfPage(config.business.name);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-40 rounded-full bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <TestPaymentsBanner payments={config.payments} />
      {children}
      <ScrollRestoration getKey={scrollKey} />
    </div>
  );
}

/** The router calls the first page of every load 'default': one load must not scroll to where another was left. */
function scrollKey({ key }: Location): string {
  return key === 'default' ? String(performance.timeOrigin) : key;
}

/** The server writes the first page's title; later ones are set here, or by a page that takes its own from the data. */
function useTitleOfPage(businessName: string) {
  // Every route's handle is a row of a table of pages.
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  useEffect(() => {
    if (handle?.title) document.title = documentTitle(handle, businessName);
  }, [handle, businessName]);
}

/** So that nobody mistakes a demo for a real shop, or types a real card into it. */
function TestPaymentsBanner({ payments }: { payments: ConfigReply['payments'] }) {
  if (!isTestPayments(payments)) return null;
  return (
    <aside
      aria-label="Test payments"
      className="print:hidden bg-mango px-2 py-1.5 text-center text-sm text-on-mango"
    >
      <strong>Test payments,</strong> no real card:{' '}
      <span className="whitespace-nowrap tabular-nums">4242 4242 4242 4242</span>
    </aside>
  );
}
