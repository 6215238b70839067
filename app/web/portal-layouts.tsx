/** The frames around staff pages. In a file of their own, so that visitors load none of it. */
import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Logo } from '#areas/site/web/site/layout/logo.tsx';
import { PageFrame } from '#areas/site/web/site/layout/page-frame.tsx';

/** Staff pages bring their own header and main element. */
export function PortalLayout({ children }: { children: ReactNode }) {
  return (
    // On a laptop, the line about test payments leaves its room to the lists.
    <div className="contents xl:[&>div>aside]:py-0 xl:[&>div>aside]:text-xs xl:[&>div>aside]:leading-4">
      <PageFrame config={useConfig()}>{children}</PageFrame>
    </div>
  );
}

/** The frame of sign-in pages: the way home and nothing else. */
export function SignInLayout({ children }: { children: ReactNode }) {
  const config = useConfig();
  return (
    <PageFrame config={config}>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center px-4 sm:px-6">
          <Logo name={config.business.name} />
        </div>
      </header>
      <main id="content" className="flex-1 pb-16">
        {children}
      </main>
    </PageFrame>
  );
}
