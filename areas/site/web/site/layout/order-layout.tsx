import type { ReactNode } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageFrame } from './page-frame.tsx';

/** The order wizard brings its own header and main element. */
export function OrderLayout({ children }: { children: ReactNode }) {
  return (
    <PageFrame config={useConfig()}>
      <div id="content">{children}</div>
    </PageFrame>
  );
}
