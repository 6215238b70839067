import { useConfig, useMenu } from '#web/api/page-data.ts';
import { CalculatorInvitation } from './calculator-invitation.tsx';
import { DeliveryArea } from './delivery-area.tsx';
import { HomeHero } from './home-hero.tsx';
import { HomeSteps } from './home-steps.tsx';
import { SampleMeals } from './sample-meals.tsx';

export function HomePage() {
  const { business } = useConfig();
  const meals = useMenu();
  return (
    <>
      <HomeHero business={business} meals={meals} />
      <SampleMeals business={business} meals={meals} />
      <HomeSteps business={business} />
      <CalculatorInvitation />
      <DeliveryArea business={business} />
    </>
  );
}
