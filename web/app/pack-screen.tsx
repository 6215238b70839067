import { lazy, Suspense } from 'react';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { PortalSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { RequireStaff } from '#web/portal/sign-in/require-staff.tsx';

const PackPage = lazy(async () => {
  const [{ PackPage: Page }, { ForRight }] = await Promise.all([
    import('#web/day/pack/pack-page.tsx'),
    import('#web/portal/layout/for-right.tsx'),
  ]);
  return {
    default: () => (
      <main id="content">
        <ForRight right="pack">
          <Page />
        </ForRight>
      </main>
    ),
  };
});

/** Guard of /pack: visitors do not even load what is behind it. */
export function PackScreen() {
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <RequireStaff asksFor="packing" fallback={<PortalSkeleton />}>
        <Suspense fallback={<PortalSkeleton />}>
          <PackPage />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}
