import { type ReactNode, useEffect } from 'react';
import { ScrollRestoration, useMatches } from 'react-router';
import type { ConfigReply } from '#contract/config.ts';
import { documentTitle, type PageHandle } from '#web/navigation/page-handle.ts';
import { TestPaymentsBanner } from './test-payments-banner.tsx';

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
      <ScrollRestoration />
    </div>
  );
}

/** The server writes the first page's title; later ones are set here. */
function useTitleOfPage(businessName: string) {
  // Every route's handle is a row of web/app/pages.ts.
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  useEffect(() => {
    if (handle) document.title = documentTitle(handle, businessName);
  }, [handle, businessName]);
}
