import type { CookingReply } from '#areas/kitchen/calls/production-plan.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { usersText } from '#areas/kitchen/rules/plan/users-text.ts';
import { sendReleasedCooking } from '#areas/kitchen/web/portal/production-queries.ts';
import { CookingLines } from './cooking-lines.tsx';
import type { PlanChanges } from './use-plan.ts';

type DetailsProps = {
  cooking: CookingReply;
  mayMove: boolean;
  onMove: (toDate: PlainDate) => void;
  changing: PlanChanges;
};

/** For whom a cooking is, what goes in and how, and the day on which it is. */
export function CookingDetails({ cooking, mayMove, onMove, changing }: DetailsProps) {
  const { componentId, name, cookDate, days, isFixed, lines, steps } = cooking;
  return (
    <div className="grid grid-cols-1 gap-2 border-t border-line p-2">
      <p>{usersText(cooking)}</p>
      <CookingLines lines={lines} className="gap-1" />
      {steps !== '' && <p className="whitespace-pre-line text-ink-soft">{steps}</p>}
      {mayMove && (
        <label className="grid gap-1">
          <span className="text-ink-soft">{isFixed ? 'Fixed on' : 'Cook on'}</span>
          <select
            className="min-h-11 min-w-0 rounded-lg border border-control bg-surface px-2"
            value={cookDate}
            disabled={changing.isBusy}
            onChange={(event) => onMove(event.target.value)}
          >
            {[...new Set([...days, cookDate])].toSorted().map((date) => (
              <option key={date} value={date}>
                {formatDayAndMonth(date)}
              </option>
            ))}
          </select>
        </label>
      )}
      {isFixed && (
        <button
          type="button"
          className="min-h-11 justify-self-start text-left font-semibold text-primary underline"
          onClick={() => changing.change(() => sendReleasedCooking({ componentId, cookDate }))}
        >
          Let the plan choose<span className="sr-only"> the day of {name}</span>
        </button>
      )}
    </div>
  );
}
