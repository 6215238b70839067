import { lazy, Suspense } from 'react';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { PortalSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { RequireStaff } from '#web/portal/sign-in/require-staff.tsx';

const DeliverySlotsPage = lazy(async () => {
  const [{ PortalPage }, { ForRight }, problems, { RecipeAlarm }, { DeliverySlots }] =
    await Promise.all([
      import('#web/portal/layout/portal-page.tsx'),
      import('#web/portal/layout/for-right.tsx'),
      import('#web/portal/problems/problem-alarm.tsx'),
      import('#web/portal/recipes/recipe-alarm.tsx'),
      import('#web/portal/delivery-slots/delivery-slots.tsx'),
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
