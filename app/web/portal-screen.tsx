import { lazy, Suspense } from 'react';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { PortalSkeleton } from '#app/web/portal/portal-skeleton.tsx';
import { RequireStaff } from '#areas/staff/web/portal/sign-in/require-staff.tsx';
import { useLocation, useSearchParams } from '#platform/web/navigation/address.ts';
import { paths } from '#platform/web/navigation/paths.ts';

const PortalContent = lazy(async () => ({
  default: (await import('./portal/portal-content.tsx')).PortalContent,
}));

/** Guard of the portal: visitors do not even load what is behind it. */
export function PortalScreen() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  return (
    <ClientScreen fallback={<PortalSkeleton />}>
      <RequireStaff
        asksFor={describePart(pathname, params.get('tab'))}
        fallback={<PortalSkeleton />}
      >
        <Suspense fallback={<PortalSkeleton />}>
          <PortalContent />
        </Suspense>
      </RequireStaff>
    </ClientScreen>
  );
}

/** Spec 8. Customers come to the address without a tab, looking for their order: they stay. */
function describePart(pathname: string, tab: string | null): string | null {
  if (pathname === paths.deliverySlots()) return 'delivery slot management';
  if (tab === null) return null;
  return tab === 'waitlist' ? 'the waitlist' : 'the admin portal';
}
