import { lazy, Suspense } from 'react';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { PortalSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';

const DeliverySlotsPage = lazy(async () => {
  const [{ PortalPage }, { ForRight }, { TodayCount }, { DeliverySlots }] = await Promise.all([
    import('#app/web/portal/portal-page.tsx'),
    import('#areas/staff/web/portal/for-right.tsx'),
    import('#areas/office/web/portal/today/today-count.tsx'),
    import('#areas/places/web/portal/delivery-slots.tsx'),
  ]);
  return {
    default: () => (
      <PortalPage heading="Delivery Slots" alarm={<TodayCount />}>
        <ForRight right="seeSlots">
          <DeliverySlots />
        </ForRight>
      </PortalPage>
    ),
  };
});

/** Guard of /delivery-slots: visitors do not even load what is behind it. */
export function DeliverySlotsScreen() {
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <RequireStaff asksFor="delivery slot management" fallback={<PortalSkeleton />}>
        <Suspense fallback={<PortalSkeleton />}>
          <DeliverySlotsPage />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}
