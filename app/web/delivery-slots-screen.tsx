import { lazy, Suspense } from 'react';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { PortalSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';

const DeliverySlotsPage = lazy(async () => {
  const [{ PortalPage }, { ForRight }, problems, { RecipeAlarm }, { DeliverySlots }] =
    await Promise.all([
      import('#app/web/portal/portal-page.tsx'),
      import('#areas/staff/web/portal/for-right.tsx'),
      import('#areas/customers/web/portal/problem-alarm.tsx'),
      import('#areas/orders/web/portal/recipe-alarm.tsx'),
      import('#areas/places/web/portal/delivery-slots.tsx'),
    ]);
  return {
    default: () => (
      <PortalPage
        heading="Delivery Slots"
        alarm={
          <>
            <problems.ProblemAlarm />
            <RecipeAlarm />
          </>
        }
      >
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
