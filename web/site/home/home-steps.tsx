import type { ConfigReply } from '#contract/config.ts';
import { DELIVERY_WINDOWS, windowLabel } from '#domain/delivery/delivery-windows.ts';
import { formatMinuteOfDay } from '#domain/calendar/zoned-time.ts';
import { weekdayName } from '#domain/calendar/plain-date.ts';
import { formatDollars } from '#domain/money.ts';

export function HomeSteps({ business }: { business: ConfigReply['business'] }) {
  const cutoff = `${weekdayName(business.cutoff.weekday)} ${formatMinuteOfDay(business.cutoff.minuteOfDay)}`;
  const windows = DELIVERY_WINDOWS.map(windowLabel).join(' or ');
  const steps = [
    {
      title: 'Set the table',
      text: `Tell us who is eating: ${business.people.min} to ${business.people.max} people, each with meals of their own.`,
    },
    {
      title: 'Choose the meals',
      text: `Pick lunches and dinners for the week by ${cutoff}. Every card says what is in it and what it costs.`,
    },
    {
      title: 'We bring it',
      text: `At your door ${windows}, daily from ${formatDollars(business.dailyFeeCents)} or all at once for ${formatDollars(business.weeklyFeeCents)} a person.`,
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
