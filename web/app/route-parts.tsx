import type { ReactNode } from 'react';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import type { PageHandle } from '#web/navigation/page-handle.ts';
import { ScreenSkeleton } from '#web/site/layout/screen-skeleton.tsx';

export function page(handle: PageHandle): { handle: PageHandle } {
  return { handle };
}

/** Rendered in the browser only. */
export function screen(children: ReactNode) {
  return <ClientScreen fallback={<ScreenSkeleton />}>{children}</ClientScreen>;
}
