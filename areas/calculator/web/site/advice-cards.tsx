import { useEffect, type ReactNode } from 'react';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { type Pace, PACE_LABELS, PACE_MONTHS } from '#areas/calculator/rules/weight-projection.ts';
import { saveRecommendedPlan } from '#areas/calculator/web/site/kept-recommended-plan.ts';
import { AdjustCard } from '#areas/calculator/web/site/adjust-card.tsx';
import { type Advice, LocalStats } from '#areas/calculator/web/site/local-stats.tsx';
import {
  type Units,
  formatRounded,
  formatChange,
  formatRange,
  nameDays,
} from '#areas/calculator/web/site/calculator-form-values.ts';
import { MealPairs } from './meal-pairs.tsx';
import { WeightCard } from '#areas/calculator/web/site/weight-card.tsx';
import { addPounds } from '#areas/calculator/rules/imperial-units.ts';
import type { Recommendation } from '#areas/calculator/rules/recommendation.ts';
import { timelineAdvice } from '#areas/calculator/rules/timeline-advice.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import { SECOND_HELPING_KCAL } from '#areas/menu/rules/plan-share.ts';
import { KCAL_PER_GRAM, type MacroTargets } from '#areas/calculator/rules/calorie-target.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { NUTRITION_SOURCES, showWorking } from '#areas/calculator/rules/working.ts';
import { formatDayOfServices, type ServiceFacts } from '#areas/business/rules/services.ts';
import { capitalised } from '#platform/rules/capitalised.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { EATING_SUPPORT, ESTIMATE_ONLY } from '#areas/calculator/rules/health-advisory.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { type Stat, StatList } from '#platform/web/ui/layout/data-table.tsx';

type AdviceCardsProps = {
  profile: CalculatorProfile;
  pace: Pace;
  units: Units;
  trainingDays: readonly boolean[];
  advice: Advice;
  /** Manual change in kcal a day; the cards follow it a moment later. */
  adjustment: number;
  shownAdjustment: number;
  onAdjust: (adjustment: number) => void;
};

export function AdviceCards(props: AdviceCardsProps) {
  const { profile, pace, units, trainingDays, advice, adjustment, shownAdjustment, onAdjust } =
    props;
  const { recommendation } = advice;
  const { planCalories, extraMeals } = recommendation;

  useEffect(
    () => saveRecommendedPlan({ planCalories, secondHelpings: extraMeals }),
    [planCalories, extraMeals],
  );

  return (
    <>
      <AnswerCard advice={advice} units={units} isByHand={shownAdjustment !== 0} />
      <LocalStats profile={profile} />
      <TimelineCard {...{ profile, pace, units, recommendation }} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <DayCard recommendation={recommendation} trainingDays={trainingDays} />
        <MacroCard macros={recommendation.macros} />
      </div>
      <MealPairs recommendation={recommendation} />
      <WeightCard {...{ profile, units, recommendation }} />
      <AdjustCard
        profile={profile}
        recommendedCalories={recommendation.recommendedCalories - shownAdjustment}
        adjustment={adjustment}
        onAdjust={onAdjust}
      />
      <WorkingCard profile={profile} advice={advice} adjustment={shownAdjustment} />
    </>
  );
}

type TimelineCardProps = {
  profile: CalculatorProfile;
  pace: Pace;
  units: Units;
  recommendation: Recommendation;
};

const ALIGNMENTS = { true: 'realistic', false: 'more time needed', null: 'not estimated' };

/** Whether the chosen timeline matches the safe one. */
function TimelineCard({ profile, pace, units, recommendation }: TimelineCardProps) {
  const advice = timelineAdvice(profile, recommendation, pace);
  if (advice === null) return null;
  return (
    <section aria-labelledby="timeline">
      <Notice
        tone={advice.isRealistic ? 'success' : 'warning'}
        title={
          <span id="timeline" role="heading" aria-level={3}>
            Timeline alignment: {ALIGNMENTS[`${advice.isRealistic}`]}
          </span>
        }
      >
        <p>
          You chose {PACE_LABELS[pace].toLowerCase()} ({PACE_MONTHS[pace]} months).{' '}
          {units === 'imperial' ? addPounds(advice.text) : advice.text}
        </p>
      </Notice>
    </section>
  );
}

const MACROS = [
  { key: 'protein', label: 'Protein' },
  { key: 'carbs', label: 'Carbs' },
  { key: 'fat', label: 'Fat' },
] as const;

function MacroCard({ macros }: { macros: MacroTargets }) {
  return (
    <Card as="section" aria-labelledby="macros" className="grid gap-4">
      <h3 id="macros" className="text-xl">
        Macros for the whole day
      </h3>
      <table className="w-full text-right tabular-nums">
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="text-left font-normal">
              Nutrient
            </th>
            <th scope="col" className="font-normal">
              Grams
            </th>
            <th scope="col" className="font-normal">
              Share
            </th>
            <th scope="col" className="font-normal">
              kJ
            </th>
          </tr>
        </thead>
        <tbody>
          {MACROS.map(({ key, label }) => {
            const { grams, percentage } = macros[key];
            return (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-2 text-left font-semibold">
                  {label}
                </th>
                <td className="py-2 font-semibold">{grams} g</td>
                <td className="py-2">{percentage}%</td>
                <td className="py-2">{formatRounded(kilojoules(grams * KCAL_PER_GRAM[key]))}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="text-sm text-ink-soft">
        Close is good enough: the week matters more than a day. Not suitable for people with kidney
        disease.
      </p>
    </Card>
  );
}

type WorkingCardProps = { profile: CalculatorProfile; advice: Advice; adjustment: number };

/** The explanation; formulas, inputs and sources are one tap away. */
function WorkingCard({ profile, advice, adjustment }: WorkingCardProps) {
  const { adviser } = useConfig();
  const { paragraphs, source, recommendation } = advice;
  return (
    <Card as="section" padding="large" aria-labelledby="why" className="grid gap-4">
      <h3 id="why" className="text-xl">
        Why these numbers
      </h3>
      <div className="grid max-w-prose gap-3">
        {paragraphs.slice(1).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="text-sm text-ink-soft">{describeSource(source, adviser)}</p>
      <Disclosure title="Formulas and your numbers">
        <dl className="grid gap-3">
          {showWorking(profile, recommendation, adjustment).map(({ what, how }) => (
            <div key={what}>
              <dt className="font-semibold">{what}</dt>
              <dd className="break-words tabular-nums">{how}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <Disclosure title="Sources">
        <ul className="grid gap-3">
          {NUTRITION_SOURCES.map(({ subject, formula, citation, url }) => (
            <li key={subject}>
              <p className="font-semibold">{subject}</p>
              <p>{formula}</p>
              <a href={url} rel="noreferrer" className="text-primary underline">
                {citation}
              </a>
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  );
}

function describeSource(source: Advice['source'], adviser: { name: string } | null): string {
  if (source === 'model') {
    return `Written by ${adviser?.name ?? 'a language service'}; the numbers are ours and were checked.`;
  }
  if (source === 'browser') return 'Worked out in your browser, with the same formulas.';
  return 'Our own words and formulas; no AI was used.';
}

function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-11 items-center justify-between gap-2 font-semibold text-primary">
        {title}
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <div className="pt-2 text-sm">{children}</div>
    </details>
  );
}

type AnswerCardProps = { advice: Advice; units: Units; isByHand: boolean };

/** The answer in one sentence, the numbers behind it, and what to do with it. */
function AnswerCard({ advice, units, isByHand }: AnswerCardProps) {
  const { business } = useConfig();
  const { recommendation, paragraphs, needsSupport } = advice;
  const { recommendedPlan, advisories } = recommendation;
  return (
    <Card as="section" padding="large" aria-labelledby="answer" className="grid gap-5">
      <h3 id="answer" className="text-xl">
        {isByHand ? 'Your adjusted calories' : 'Your recommendation'}
      </h3>
      <p role="status" className="max-w-prose font-serif text-xl leading-snug">
        {paragraphs[0]}
      </p>
      <StatList stats={statsOf(recommendation, units, business)} />
      <p className="max-w-prose text-sm text-ink-soft">{ESTIMATE_ONLY}</p>
      {(advisories.length > 0 || needsSupport) && (
        <Notice tone={advisories.some(({ type }) => type === 'warning') ? 'warning' : 'info'}>
          {advisories.map(({ code, text }) => (
            <p key={code}>{units === 'imperial' ? addPounds(text) : text}</p>
          ))}
          {needsSupport && <p>{EATING_SUPPORT}</p>}
        </Notice>
      )}
      <div>
        <Link to={paths.order()} className={buttonClass('primary', 'large')}>
          Order with {recommendedPlan}
        </Link>
      </div>
    </Card>
  );
}

function statsOf(recommendation: Recommendation, units: Units, facts: ServiceFacts): Stat[] {
  const { recommendedCalories, recommendedPlan, serviceKcal } = recommendation;
  const { timeline, weeksRange, weeklyWeightChange } = recommendation;
  return [
    {
      label: `Calories a day (${formatRounded(kilojoules(recommendedCalories))} kJ)`,
      value: formatRounded(recommendedCalories),
    },
    {
      label: `Your plan (about ${formatRounded(serviceKcal)} from ${formatDayOfServices(facts)})`,
      value: recommendedPlan,
    },
    {
      label: weeksRange ? `Timeline (range ${formatRange(weeksRange)} weeks)` : 'Timeline',
      value: timeline,
    },
    {
      label: 'Average change a week',
      value:
        weeklyWeightChange === null ? 'Not estimated' : formatChange(weeklyWeightChange, units),
    },
  ];
}

type DayCardProps = { recommendation: Recommendation; trainingDays: readonly boolean[] };

/** What is ours of a day, and what it leaves for breakfast and snacks. */
function DayCard({ recommendation, trainingDays }: DayCardProps) {
  const { business } = useConfig();
  const isOne = business.services.length === 1;
  const { recommendedCalories, serviceKcal, perMealKcal, extraMeals, cycling } = recommendation;
  const helpingsKcal = SECOND_HELPING_KCAL * extraMeals;
  const oursPct = (100 * (serviceKcal + helpingsKcal)) / recommendedCalories;
  const parts = [
    {
      label: capitalised(formatDayOfServices(business)),
      note: isOne ? 'from us' : `about ${perMealKcal} each, from us`,
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
  const { business } = useConfig();
  const { trainingDayCalories, restDayCalories } = cycling;
  const stay = business.services.length === 1 ? 'stays' : 'stay';
  const ours = `${capitalised(formatDayOfServices(business))} ${stay}`;
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
      Other days: {formatRounded(restDayCalories)} Cal. {ours} the same; the difference goes to
      breakfast and snacks.
    </p>
  );
}
