import type { ConfigReply } from '#contract/config.ts';
import {
  formatCutoff,
  formatDailyFee,
  formatWeeklyFee,
  formatWindows,
} from '#domain/information/service-text.ts';
import { StepList } from '#web/ui/layout/step-list.tsx';

export function HomeSteps({ business }: { business: ConfigReply['business'] }) {
  const steps = [
    {
      title: 'Set the table',
      text: `Tell us who is eating: ${business.people.min} to ${business.people.max} people, each with their own meals.`,
    },
    {
      title: 'Choose the meals',
      text: `Pick lunches and dinners for the week by ${formatCutoff(business)}. Each shows what’s in it and its price.`,
    },
    {
      title: 'We deliver',
      text: `At your door ${formatWindows()}: daily for ${formatDailyFee(business)}, or all at once for ${formatWeeklyFee(business)}.`,
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
