import type { ReactNode } from 'react';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { isTestPayments } from '#areas/checkout/web/payment-mode.ts';
import { shownLogo } from '#areas/business/rules/logo.ts';
import { FRAME_TEXTS } from '#areas/business/rules/texts/frame-texts.ts';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { LogoMark } from '#platform/web/ui/layout/logo-mark.tsx';

type PageFrameProps = {
  config: ConfigReply;
  /** Header, footer and an element with the id `content`. */
  children: ReactNode;
  /** Staff pages say of test payments in a line of their own. */
  isForStaff?: boolean;
};

/** The frame of every page, whatever its layout. */
export function PageFrame({ config, children, isForStaff = false }: PageFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-40 rounded-full bg-primary px-5 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      {!isForStaff && <TestPaymentsBanner payments={config.payments} />}
      {!isForStaff && <NoticeLine />}
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

/** The kitchen's own, from a day to a day: outside these the data of pages does not have it. */
function NoticeLine() {
  const notice = usePageLines(FRAME_TEXTS).notice();
  if (notice === null) return null;
  return (
    <aside
      aria-label="Notice"
      className="print:hidden border-b border-line bg-surface px-4 py-2 text-center text-sm font-semibold break-words"
    >
      {notice}
    </aside>
  );
}

export function Logo({ name }: { name: string }) {
  const { business } = useConfig();
  return (
    <a href={paths.home()} className="rounded-xl">
      <LogoMark name={name} logo={shownLogo(business.logo)} />
    </a>
  );
}
