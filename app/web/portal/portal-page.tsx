import type { ReactNode } from 'react';
import { TooltipProvider } from '#platform/web/ui/feedback/tooltip.tsx';
import { PaletteProvider } from './palette-provider.tsx';
import { ConfirmFirstProvider } from '#areas/staff/web/portal/confirm-first-provider.tsx';
import { PortalHeader } from './portal-header.tsx';
import { WatchSession } from '#areas/staff/web/portal/watch-session.tsx';

type PortalPageProps = {
  heading: string;
  /** How much waits for somebody, in the header. */
  alarm?: ReactNode;
  children: ReactNode;
};

/** The frame of every staff page. */
export function PortalPage({ heading, alarm, children }: PortalPageProps) {
  return (
    <TooltipProvider>
      <ConfirmFirstProvider>
        <WatchSession />
        <PaletteProvider>
          <PortalHeader heading={heading} alarm={alarm} />
          <main id="content" className="mx-auto w-full max-w-7xl flex-1 px-4 pb-16 sm:px-6">
            {children}
          </main>
        </PaletteProvider>
      </ConfirmFirstProvider>
    </TooltipProvider>
  );
}
