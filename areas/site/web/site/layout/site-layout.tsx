import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { SaleLine } from '#areas/business/web/sale-line.tsx';
import { PageFrame } from './page-frame.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Header and footer of the public pages. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const config = useConfig();
  return (
    <PageFrame config={config}>
      <SiteHeader businessName={config.business.name} />
      <SaleLine />
      <main id="content" className="flex-1">
        {children}
      </main>
      <SiteFooter business={config.business} />
    </PageFrame>
  );
}
