import { Outlet } from 'react-router';
import { useConfig } from '#web/api/page-data.ts';
import { PageFrame } from '#web/site/layout/page-frame.tsx';

/** Staff pages bring their own header and main element. */
export function PortalLayout() {
  return (
    <PageFrame config={useConfig()}>
      <Outlet />
    </PageFrame>
  );
}
