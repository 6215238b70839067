import type { ReactNode } from 'react';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { shownLogo } from '#areas/business/rules/logo.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';

type PageFrameProps = {
  config: ConfigReply;
  /** Header, footer and an element with the id `content`. */
  children: ReactNode;
  /** Staff pages say it in a line of their own. */
  hidesTestPayments?: boolean;
};

/** The frame of every page, whatever its layout. */
export function PageFrame({ config, children, hidesTestPayments = false }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-40 rounded-full bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!hidesTestPayments && <TestPaymentsBanner payments={config.payments} />}
      {children}
    </div>
  );
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

/** Links home. */
export function Logo({ name }: { name: string }) {
  const { business } = useConfig();
  return (
    <a href={paths.home()} className="rounded-xl">
      <LogoMark name={name} logo={shownLogo(business.logo)} />
    </a>
  );
}
