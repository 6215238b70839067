import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { SaleLine } from '#areas/business/web/sale-line.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Logo, PageFrame } from './page-frame.tsx';

/** The frame of the checkout: the way home, a number to call, and no other distractions. */
export function CheckoutLayout({ children }: { children: ReactNode }) {
  const config = useConfig();
  const { name, phone } = config.business;
  return (
    <PageFrame config={config}>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-3 px-4 sm:px-6">
          <Logo name={name} />
          <a
            href={paths.phone(phone)}
            className="text-sm font-semibold underline-offset-4 hover:underline"
          >
            <span className="max-sm:sr-only">Questions? Call </span>
            {phone}
          </a>
        </div>
      </header>
      <SaleLine />
      <main id="content" className="flex-1 pb-16">
        {children}
      </main>
    </PageFrame>
  );
}
