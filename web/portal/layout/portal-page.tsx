import type { ReactNode } from 'react';
import { TooltipProvider } from '#web/ui/feedback/tooltip.tsx';
import { ConfirmFirstProvider } from './confirm-first-provider.tsx';
import { PortalHeader } from './portal-header.tsx';
import { WatchSession } from './watch-session.tsx';

/** The frame of every staff page. */
export function PortalPage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <TooltipProvider>
      <ConfirmFirstProvider>
        <WatchSession />
        <PortalHeader heading={heading} />
        <main id="content" className="mx-auto w-full max-w-7xl flex-1 px-4 pb-16 sm:px-6">
          {children}
        </main>
      </ConfirmFirstProvider>
    </TooltipProvider>
  );
}
