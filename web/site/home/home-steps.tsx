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
      text: `Tell us who is eating: ${business.people.min} to ${business.people.max} people, each with meals of their own.`,
    },
    {
      title: 'Choose the meals',
      text: `Pick lunches and dinners for the week by ${cutoffWords(business)}. Every card says what is in it and what it costs.`,
    },
    {
      title: 'We bring it',
      text: `At your door ${windowWords()}: daily at ${dailyFeeWords(business)}, or all at once at ${weeklyFeeWords(business)}.`,
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
