import { useDraggable } from '@dnd-kit/react';
import type { KeyboardEvent } from 'react';
import type { CookingReply } from '#contract/kitchen/production-plan.ts';
import { formatDayAndMonth, type PlainDate } from '#domain/calendar/plain-date.ts';
import { formatQuantity } from '#domain/production/quantities/units.ts';
import { sendReleasedCooking } from '#web/api/portal/kitchen/production.ts';
import { classNames } from '#web/ui/class-names.ts';
import { usersText } from './users-text.ts';
import type { PlanChanges } from './use-plan.ts';

type CardProps = {
  cooking: CookingReply;
  dragId: string;
  /** Its day is over, and nobody said that it was cooked. */
  isLate: boolean;
  isBusy: boolean;
  onMove: (toDate: PlainDate) => void;
  changing: PlanChanges;
};

export function CookingCard({ cooking, dragId, isLate, isBusy, onMove, changing }: CardProps) {
  const { name, baseUnit, batches, made, surplus, days, cookDate, keepsUntil, isFixed } = cooking;
  const { ref, handleRef, isDragging } = useDraggable({ id: dragId });
  const mayMove = days.some((date) => date !== cookDate);
  const { componentId } = cooking;
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = step === undefined ? undefined : days[days.indexOf(cookDate) + step];
    if (!event.altKey || to === undefined) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      ref={ref}
      className={classNames(
        'grid gap-1 rounded-xl border bg-surface p-3 text-sm',
        isLate ? 'border-danger' : 'border-line',
        isDragging && 'opacity-70 shadow-lg',
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <h4 className="font-semibold">{name}</h4>
        {mayMove && (
          <button
            ref={handleRef}
            type="button"
            aria-label={`Drag ${name}`}
            title="Drag, or Alt with an arrow key"
            onKeyDown={onKeyDown}
            className="-m-2 inline-flex size-11 shrink-0 cursor-grab touch-none items-center justify-center rounded-lg text-xl text-ink-soft hover:bg-primary-soft"
          >
            <span aria-hidden="true">⠿</span>
          </button>
        )}
      </div>
      <p className="text-base tabular-nums">
        <b>{formatQuantity(made, baseUnit)}</b>
        {batches.length > 1 &&
          `: ${batches.map((qty) => formatQuantity(qty, baseUnit)).join(' + ')}`}
      </p>
      <p className="text-ink-soft">{usersText(cooking)}</p>
      <p className="text-ink-soft">keeps until {formatDayAndMonth(keepsUntil)}</p>
      {surplus > 0 && (
        <p className="font-semibold text-warning">{formatQuantity(surplus, baseUnit)} over</p>
      )}
      {isLate && <p className="font-semibold text-danger">Late: nobody said it was cooked</p>}
      {mayMove && (
        <label className="grid gap-1">
          <span className="text-ink-soft">{isFixed ? 'Fixed on' : 'Cook on'}</span>
          <select
            className="min-h-11 rounded-lg border border-control bg-surface px-2"
            value={cookDate}
            disabled={isBusy}
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
          className="min-h-11 justify-self-start font-semibold text-primary underline"
          onClick={() => changing.change(() => sendReleasedCooking({ componentId, cookDate }))}
        >
          Let the plan choose<span className="sr-only"> the day of {name}</span>
        </button>
      )}
    </li>
  );
}
