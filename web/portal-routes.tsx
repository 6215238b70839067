/** What staff pages have around them. In one file of its own, so that nothing of it is sent to visitors. */
import { lazy } from 'react';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { PortalSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { loadPage } from './pages.ts';

export { PortalLayout } from './portal-layout.tsx';
export { SignInLayout } from './sign-in-layout.tsx';

const AdminScreen = lazy(async () => ({ default: (await loadPage.admin()).AdminScreen }));
const DeliverySlotsScreen = lazy(async () => ({
  default: (await loadPage.deliverySlots()).DeliverySlotsScreen,
}));

export function AdminRoute() {
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <AdminScreen />
    </ClientScreen>
  );
}

export function DeliverySlotsRoute() {
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <DeliverySlotsScreen />
    </ClientScreen>
  );
}
