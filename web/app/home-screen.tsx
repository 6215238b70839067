import { lazy } from 'react';
import { useSearchParams } from 'react-router';
import { usePageData } from '#web/api/page-data.ts';
import { ClientScreen } from '#web/navigation/client-screen.tsx';
import { HomePage } from '#web/site/home/home-page.tsx';
import { ScreenSkeleton } from '#web/site/layout/screen-skeleton.tsx';

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
