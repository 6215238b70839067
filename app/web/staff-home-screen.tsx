import { lazy, Suspense } from 'react';
import { StaffHome } from '#app/web/portal/staff-home.tsx';

const TodaySection = lazy(async () => ({
  default: (await import('#areas/office/web/portal/today-section.tsx')).TodaySection,
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
        <TodaySection />
      </Suspense>
    </StaffHome>
  );
}
