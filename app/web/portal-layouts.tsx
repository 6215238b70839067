/** The frames around staff pages. In a file of their own, so that visitors load none of it. */
import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Logo, PageFrame } from '#areas/site/web/site/layout/page-frame.tsx';
import { AfterSignInContext } from '#areas/staff/web/portal/sign-in/account-form.tsx';
import { afterSignIn } from '#app/web/portal/portal-pages.ts';

/** Staff pages bring their own header and main element. */
export function PortalLayout({ children }: { children: ReactNode }) {
  return (
    <PageFrame config={useConfig()} isForStaff>
      {children}
    </PageFrame>
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
        <AfterSignInContext value={afterSignIn}>{children}</AfterSignInContext>
      </main>
    </PageFrame>
  );
}
