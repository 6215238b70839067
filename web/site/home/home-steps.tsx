import type { ConfigReply } from '#contract/config.ts';
import {
  cutoffWords,
  dailyFeeWords,
  weeklyFeeWords,
  windowWords,
} from '#domain/information/service-words.ts';
import { StepList } from '#web/ui/layout/step-list.tsx';

export function HomeSteps({ business }: { business: ConfigReply['business'] }) {
  const steps = [
    {
      title: 'Set the table',
      text: `Tell us who is eating: ${business.people.min} to ${business.people.max} people, each with their own meals.`,
    },
    {
      title: 'Choose the meals',
      text: `Pick lunches and dinners for the week by ${cutoffWords(business)}. Each shows what’s in it and its price.`,
    },
    {
      title: 'We deliver',
      text: `At your door ${windowWords()}: daily for ${dailyFeeWords(business)}, or all at once for ${weeklyFeeWords(business)}.`,
    },
  ];
  return (
    <section className="mx-auto max-w-6xl px-4 py-14 sm:px-6" aria-labelledby="steps">
      <h2 id="steps" className="mb-6 text-2xl">
        Three steps to dinner
      </h2>
      <StepList steps={steps} />
    </section>
  );
}
