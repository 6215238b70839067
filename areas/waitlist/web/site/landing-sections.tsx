import { FAQ_TEXTS } from '#areas/business/rules/texts/faq-texts.ts';
import { LANDING_TEXTS } from '#areas/business/rules/texts/landing-texts.ts';
import { landingQuestions } from '#areas/business/rules/texts/shown-text.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu, useSamples } from '#areas/menu/web/menu-data.ts';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';
import { StepList } from '#platform/web/ui/layout/step-list.tsx';
import { ComingMeals } from './coming-meals.tsx';
import { PricingTiers } from './pricing-tiers.tsx';

/** The sections below the form on both waitlist pages, whatever the menu holds. `hasMeals`: they are not shown above it. */
export function LandingSections({ hasMeals = true }: { hasMeals?: boolean }) {
  const { business, hasLaunched } = useConfig();
  const { topics } = usePageTexts(FAQ_TEXTS);
  const meals = useMenu();
  const samples = useSamples();
  return (
    <>
      <Features />
      <Steps />
      <PricingTiers business={business} meals={meals} />
      {hasMeals && <ComingMeals samples={samples} hasLaunched={hasLaunched} />}
      <section
        id="faqs"
        aria-labelledby="faqs-heading"
        className="mx-auto grid w-full max-w-3xl gap-5 px-4 sm:px-6"
      >
        <h2 id="faqs-heading" className="text-2xl">
          Common questions
        </h2>
        <QuestionList
          questions={topics('faq.questions', landingQuestions)}
          group="landing-faq"
          headingLevel={3}
        />
      </section>
    </>
  );
}

function Features() {
  const features = usePageTexts(LANDING_TEXTS).topics('landing.features');
  return (
    <section aria-label="What you get" className="border-y border-line bg-sunken">
      <ul className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:px-6 md:grid-cols-3">
        {features.map(({ id, title, text }) => (
          <li key={id} className="grid content-start gap-1 border-t-4 border-mango pt-4">
            <h2 className="text-xl">{title}</h2>
            <div className="grid gap-1 text-ink-soft">{text}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps() {
  const { topics } = usePageTexts(LANDING_TEXTS);
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-heading"
      className="mx-auto grid w-full max-w-6xl gap-6 px-4 sm:px-6"
    >
      <h2 id="how-heading" className="text-2xl">
        How it works
      </h2>
      <StepList steps={topics('landing.steps')} />
    </section>
  );
}
