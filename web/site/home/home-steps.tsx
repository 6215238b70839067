import type { ConfigReply } from '#contract/config.ts';
import {
  cutoffWords,
  dailyFeeWords,
  weeklyFeeWords,
  windowWords,
} from '#domain/information/service-words.ts';

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
      <ol className="grid gap-8 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              className="grid size-12 shrink-0 place-items-center rounded-full bg-mango font-serif text-xl font-semibold text-on-mango"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <div className="grid content-start gap-1">
              <h3 className="text-xl">{title}</h3>
              <p className="text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
