import { lazy, Suspense } from 'react';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { portalPartOf } from '#app/web/portal/parts.ts';
import { PortalSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

const AdminPage = lazy(async () => ({ default: (await import('./admin-page.tsx')).AdminPage }));

/** Guard of /admin: visitors do not even load what is behind it. */
export function AdminScreen() {
  const [params] = useSearchParams();
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <RequireStaff asksFor={describePart(params)} fallback={<PortalSkeleton />}>
        <Suspense fallback={<PortalSkeleton />}>
          <AdminPage />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}

/** Spec 8 for the waitlist. Customers come to the address without a tab, looking for their order: they stay. */
function describePart(params: URLSearchParams): string | null {
  if (!params.has('tab')) return null;
  return portalPartOf(params).tab === 'waitlist' ? 'the waitlist' : 'the admin portal';
}
