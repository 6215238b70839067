import { capitalised } from '#platform/rules/capitalised.ts';
import { formatServices } from '#areas/business/rules/services.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import { frequentQuestions } from '#areas/business/rules/frequent-questions.ts';
import {
  formatCutoff,
  formatSuburbs,
  formatWeekStart,
  formatWindows,
} from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu, useSamples } from '#areas/menu/web/menu-data.ts';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';
import { StepList } from '#platform/web/ui/layout/step-list.tsx';
import { ComingMeals } from './coming-meals.tsx';
import { PricingTiers } from './pricing-tiers.tsx';

/** The sections below the form on both waitlist pages, whatever the menu holds. `hasMeals`: they are not shown above it. */
export function LandingSections({ hasMeals = true }: { hasMeals?: boolean }) {
  const { business, hasLaunched, sale } = useConfig();
  const meals = useMenu();
  const samples = useSamples();
  return (
    <>
      <Features business={business} />
      <Steps {...{ business, hasLaunched, sale }} />
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
          questions={frequentQuestions(business).filter((each) => each.isOnLandingPage)}
          group="landing-faq"
          headingLevel={3}
        />
      </section>
    </>
  );
}

function Features({ business }: Pick<ConfigReply, 'business'>) {
  const features = [
    {
      title: 'Cooked by local chefs',
      text: `${capitalised(formatServices(business))} made nearby from food you can name, with their ingredients listed.`,
    },
    {
      title: 'Chosen by you',
      text: `No meal packs, no subscription. For ${business.people.min} to ${business.people.max} people, each with their own meals.`,
    },
    {
      title: 'Delivered to your door',
      text: `${formatWindows(business)}, in ${formatSuburbs(business)}.`,
    },
  ];
  return (
    <section aria-label="What you get" className="border-y border-line bg-sunken">
      <ul className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:px-6 md:grid-cols-3">
        {features.map(({ title, text }) => (
          <li key={title} className="grid content-start gap-1 border-t-4 border-mango pt-4">
            <h2 className="text-xl">{title}</h2>
            <p className="text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps({
  business,
  hasLaunched,
  sale,
}: Pick<ConfigReply, 'business' | 'hasLaunched' | 'sale'>) {
  const until = sale.state === 'open' ? 'Order by' : 'Orders close each';
  const isChoice = business.services.length > 1;
  const steps = [
    hasLaunched
      ? {
          title: 'Set the table',
          text: `Tell us who is eating: ${business.people.min} to ${business.people.max} people, each with their own meals.`,
        }
      : {
          title: 'Join the waitlist',
          text: 'Leave your details. We’ll email you when we launch in your area.',
        },
    {
      title: 'Choose your meals',
      text: `${until} ${formatCutoff(business)} for the week starting the following ${formatWeekStart(business)}${isChoice ? `: ${formatServices(business).replace(' and ', ', ')} or both` : ''}.`,
    },
    {
      title: 'Heat and eat',
      text: `We deliver ${formatWindows(business)}. The menu shows how many minutes each meal takes.`,
    },
  ];
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-heading"
      className="mx-auto grid w-full max-w-6xl gap-6 px-4 sm:px-6"
    >
      <h2 id="how-heading" className="text-2xl">
        How it works
      </h2>
      <StepList steps={steps} />
    </section>
  );
}
