import { Outlet } from 'react-router';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageFrame } from './page-frame.tsx';

/** The order wizard brings its own header and main element. */
export function OrderLayout() {
  return (
    <PageFrame config={useConfig()}>
      <div id="content">
        <Outlet />
      </div>
    </PageFrame>
  );
}
