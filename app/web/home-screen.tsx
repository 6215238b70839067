import { lazy } from 'react';
import { usePageData } from '#areas/business/web/page-data.ts';
import { ClientScreen } from '#areas/menu/web/client-screen.tsx';
import { HomePage } from '#areas/site/web/site/home-page.tsx';
import { ScreenSkeleton } from '#areas/site/web/site/layout/screen-skeleton.tsx';
import { useSearchParams } from '#platform/web/navigation/address.ts';

const StaffHomeScreen = lazy(async () => ({
  default: (await import('./staff-home-screen.tsx')).StaffHomeScreen,
}));

/** The home page: staff have one of their own, and can view the public one too. */
export function HomeScreen() {
  const { isStaff } = usePageData();
  const [params] = useSearchParams();
  if (!isStaff || params.get('view') === 'public') return <HomePage />;
  return (
    <ClientScreen fallback={<ScreenSkeleton />}>
      <StaffHomeScreen />
    </ClientScreen>
  );
}
