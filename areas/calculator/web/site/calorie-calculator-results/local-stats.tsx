import { kilojoules } from '#areas/menu/rules/energy.ts';
import { formatBmi } from '#areas/calculator/rules/body-mass-index.ts';
import type { CalculatorProfile } from '#areas/calculator/rules/calculator-profile.ts';
import { BMI_NOTE, ESTIMATED_BODY_FAT_NOTE } from '#areas/calculator/rules/care-lines.ts';
import { localResults } from '#areas/calculator/rules/energy/local-results.ts';
import { formatRounded } from './amounts.ts';

/** Results that need no recommendation: shown at once. */
export function LocalStats({ profile }: { profile: CalculatorProfile }) {
  const { bmi, category, bmr, tdee, tdeeRange, bodyFat } = localResults(profile);
  const [least, most] = tdeeRange;
  const stats = [
    {
      label: 'BMR',
      value: `${formatRounded(bmr)} Cal`,
      note: `${formatRounded(kilojoules(bmr))} kJ. What your body uses at rest.`,
    },
    {
      label: 'TDEE',
      value: `${formatRounded(tdee)} Cal`,
      note: `${formatRounded(kilojoules(tdee))} kJ. What your body uses in a whole day: likely ${formatRounded(least)} to ${formatRounded(most)} Cal.`,
    },
    {
      label: `Body fat (${bodyFat.source})`,
      value: `${Math.round(bodyFat.percent * 10) / 10}%`,
      note: bodyFat.source === 'estimated' ? ESTIMATED_BODY_FAT_NOTE : 'As you entered it.',
    },
    { label: 'BMI', value: formatBmi(bmi), note: `In the ${category} range. ${BMI_NOTE}` },
  ];
  return (
    <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {stats.map(({ label, value, note }) => (
        <div
          key={label}
          className="grid grid-cols-[auto_1fr] content-start items-baseline gap-x-3 gap-y-1 rounded-2xl border border-line bg-surface px-4 py-3"
        >
          <dt className="font-semibold">{label}</dt>
          <dd className="text-right text-xl font-semibold tabular-nums">{value}</dd>
          <dd className="col-span-full text-sm text-ink-soft">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
