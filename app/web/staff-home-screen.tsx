import { lazy, Suspense } from 'react';
import { StaffHome } from '#app/web/portal/staff-home.tsx';

const TodayPage = lazy(async () => ({
  default: (await import('#areas/office/web/portal/today/today-page.tsx')).TodayPage,
}));

const FirstHourCard = lazy(async () => ({
  default: (await import('#areas/office/web/portal/first-hour-card.tsx')).FirstHourCard,
}));

/** The home page of staff: where they can go, and how the day stands. */
export function StaffHomeScreen() {
  return (
    <StaffHome>
      <Suspense>
        <FirstHourCard />
        <TodayPage />
      </Suspense>
    </StaffHome>
  );
}
