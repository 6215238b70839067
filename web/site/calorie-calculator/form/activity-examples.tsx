import { ACTIVITIES, ACTIVITY_LEVELS } from '#domain/nutrition/body/activity-level.ts';

export function ActivityExamples() {
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-2 text-sm font-semibold text-primary">
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
        Which level am I?
      </summary>
      <dl className="grid gap-2 rounded-2xl bg-sunken p-4 text-sm">
        {ACTIVITY_LEVELS.map((level) => (
          <div key={level}>
            <dt className="font-semibold">{ACTIVITIES[level].label}</dt>
            <dd>{ACTIVITIES[level].example}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
