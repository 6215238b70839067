import { lazy, Suspense } from 'react';
import { StaffHome } from '#web/site/home/staff-home.tsx';

const TodaySection = lazy(async () => ({
  default: (await import('#web/portal/today/today-section.tsx')).TodaySection,
}));

const FirstHourCard = lazy(async () => ({
  default: (await import('#web/portal/first-hour/first-hour-card.tsx')).FirstHourCard,
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
