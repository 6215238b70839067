import { useSuspenseQuery } from '@tanstack/react-query';
import { useConfig } from '#web/api/config.ts';
import { mealsQuery } from '#web/api/meals.ts';
import { DeliveryArea } from './delivery-area.tsx';
import { HomeHero } from './home-hero.tsx';
import { HomeSteps } from './home-steps.tsx';
import { SampleMeals } from './sample-meals.tsx';

export function HomePage() {
  const { business } = useConfig();
  const { data: meals } = useSuspenseQuery(mealsQuery);
  return (
    <>
      <HomeHero business={business} meals={meals} />
      <SampleMeals business={business} meals={meals} />
      <HomeSteps business={business} />
      <DeliveryArea business={business} />
    </>
  );
}
