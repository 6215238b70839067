import { kilojoules } from '#areas/menu/rules/energy.ts';
import { SECOND_HELPING_KCAL } from '#areas/menu/rules/meal-plan.ts';
import type { Recommendation } from '#areas/calculator/rules/energy/recommendation.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { formatRounded } from './amounts.ts';
import { nameDays } from './week-days.ts';

type DayCardProps = { recommendation: Recommendation; trainingDays: readonly boolean[] };

/** What is ours of a day, and what it leaves for breakfast and snacks. */
export function DayCard({ recommendation, trainingDays }: DayCardProps) {
  const { recommendedCalories, serviceKcal, perMealKcal, extraMeals, cycling } = recommendation;
  const helpingsKcal = SECOND_HELPING_KCAL * extraMeals;
  const oursPct = (100 * (serviceKcal + helpingsKcal)) / recommendedCalories;
  const parts = [
    {
      label: 'Lunch and dinner',
      note: `about ${perMealKcal} each, from us`,
      kcal: serviceKcal,
      colour: 'bg-mango',
    },
    ...(extraMeals > 0
      ? [
          {
            label: extraMeals === 1 ? 'A second helping' : 'Two second helpings',
            note: 'from us too',
            kcal: helpingsKcal,
            colour: 'bg-mango',
          },
        ]
      : []),
    {
      label: 'The rest of the day',
      note: 'breakfast, snacks and drinks',
      kcal: recommendation.restOfDayKcal - helpingsKcal,
      colour: 'bg-primary',
    },
  ];
  return (
    <Card as="section" aria-labelledby="day" className="grid gap-4">
      <h3 id="day" className="text-xl">
        Your day
      </h3>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="h-4 w-full rounded-full"
        aria-hidden="true"
      >
        <rect width={oursPct} height="6" className="fill-mango" />
        <rect x={oursPct} width={100 - oursPct} height="6" className="fill-primary" />
      </svg>
      <dl className="grid gap-3">
        {parts.map(({ label, note, kcal, colour }) => (
          <div key={label} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-3">
            <span aria-hidden="true" className={`size-3 rounded-full ${colour}`} />
            <dt>
              <span className="font-semibold">{label}</span>
              <span className="block text-sm text-ink-soft">{note}</span>
            </dt>
            <dd className="text-right tabular-nums">
              <span className="font-semibold">{formatRounded(kcal)} Cal</span>
              <span className="block text-sm text-ink-soft">
                {formatRounded(kilojoules(kcal))} kJ
              </span>
            </dd>
          </div>
        ))}
      </dl>
      {cycling && <CyclingLine cycling={cycling} days={trainingDays} />}
    </Card>
  );
}

type CyclingLineProps = {
  cycling: NonNullable<Recommendation['cycling']>;
  days: readonly boolean[];
};

function CyclingLine({ cycling, days }: CyclingLineProps) {
  const { trainingDayCalories, restDayCalories } = cycling;
  if (trainingDayCalories === restDayCalories) {
    return (
      <p className="border-t border-line pt-3 text-sm">
        Calorie cycling makes no difference here: every day is about{' '}
        {formatRounded(trainingDayCalories)} Cal.
      </p>
    );
  }
  return (
    <p className="border-t border-line pt-3 text-sm">
      <strong>
        Training days ({nameDays(days)}): {formatRounded(trainingDayCalories)} Cal.
      </strong>{' '}
      Other days: {formatRounded(restDayCalories)} Cal. Lunch and dinner stay the same; the
      difference goes to breakfast and snacks.
    </p>
  );
}
