import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { portalTabOf } from '#web/navigation/portal-tabs.ts';
import { PortalSkeleton } from '#web/portal/layout/portal-skeleton.tsx';
import { RequireStaff } from '#web/portal/sign-in/require-staff.tsx';

const AdminPage = lazy(async () => ({ default: (await import('./admin-page.tsx')).AdminPage }));

/** Guard of /admin: visitors do not even load what is behind it. */
export function AdminScreen() {
  const [params] = useSearchParams();
  const asksFor = portalTabOf(params) === 'waitlist' ? 'the waitlist' : null;
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <RequireStaff asksFor={asksFor} fallback={<PortalSkeleton />}>
        <Suspense fallback={<PortalSkeleton />}>
          <AdminPage />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}
