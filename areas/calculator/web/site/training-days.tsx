import { WEEK_DAYS } from '#areas/calculator/web/site/calorie-calculator-results/week-days.ts';

type TrainingDaysProps = {
  /** Monday first. */
  days: readonly boolean[];
  onChange: (days: boolean[]) => void;
};

export function TrainingDays({ days, onChange }: TrainingDaysProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-semibold">Training days</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
        {WEEK_DAYS.map((day, index) => (
          <button
            key={day}
            type="button"
            aria-pressed={days[index]}
            onClick={() => onChange(days.map((trains, at) => (at === index ? !trains : trains)))}
            className="min-h-12 rounded-2xl border border-control bg-surface font-semibold hover:bg-primary-soft aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {day}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
