import { useDraggable } from '@dnd-kit/react';
import type { KeyboardEvent } from 'react';
import { type CookingReply, releaseCooking } from '#areas/kitchen/calls/kitchen-plan.ts';
import { formatDayFrom, type PlainDate, formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { shortUsersText, usersText } from '#areas/kitchen/rules/batches.ts';
import { formatQuantity, formatExactQuantity } from '#areas/menu/rules/units.ts';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import type { PlanChanges } from '#areas/kitchen/web/portal/use-plan.ts';
import { call } from '#platform/web/api/client.ts';

type CardProps = {
  cooking: CookingReply;
  dragId: string;
  /** Its day is over, and nobody said that it was cooked. */
  isLate: boolean;
  onMove: (toDate: PlainDate) => void;
  changing: PlanChanges;
};

/** A few lines, so that a week fits on a screen; a tap opens the rest. */
export function CookingCard({ cooking, dragId, isLate, onMove, changing }: CardProps) {
  const { name, days, cookDate } = cooking;
  const { ref, handleRef, isDragging } = useDraggable({ id: dragId });
  const mayMove = days.some((date) => date !== cookDate);
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const to = step === undefined ? undefined : days[days.indexOf(cookDate) + step];
    if (!event.altKey || to === undefined) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      // Without a handle the whole card would be one, and a button for a screen reader.
      ref={mayMove ? ref : undefined}
      className={classNames(
        'relative rounded-xl border bg-surface text-sm has-[details[open]]:col-span-full',
        isLate ? 'border-danger' : 'border-line',
        isDragging && 'opacity-70 shadow-lg',
      )}
    >
      <details>
        <summary className="grid min-h-11 cursor-pointer rounded-xl px-2 py-1.5 leading-tight hover:bg-primary-soft">
          <CardLines cooking={cooking} isLate={isLate} mayMove={mayMove} />
        </summary>
        <CookingDetails cooking={cooking} mayMove={mayMove} onMove={onMove} changing={changing} />
      </details>
      {mayMove && (
        <button
          ref={handleRef}
          type="button"
          aria-label={`Drag ${name}`}
          title="Drag, or Alt with an arrow key"
          onKeyDown={onKeyDown}
          className="absolute top-0 right-0 inline-flex size-11 cursor-grab touch-none items-center justify-center rounded-lg text-xl text-ink-soft hover:bg-primary-soft"
        >
          <span aria-hidden="true">⠿</span>
        </button>
      )}
    </li>
  );
}

type LinesProps = Pick<CardProps, 'cooking' | 'isLate'> & { mayMove: boolean };

function CardLines({ cooking, isLate, mayMove }: LinesProps) {
  const { name, baseUnit, batches, made, surplus, days, cookDate, keepsUntil, isFixed } = cooking;
  const users = shortUsersText(cooking);
  const pots = batches.map((qty) => formatQuantity(qty, baseUnit)).join(' + ');
  return (
    <>
      <h4 className={classNames('font-semibold', mayMove && 'pr-8')}>
        {name}{' '}
        <span className="whitespace-nowrap tabular-nums">{formatQuantity(made, baseUnit)}</span>
      </h4>
      {batches.length > 1 && <span className="tabular-nums">{pots}</span>}
      <span className="flex flex-wrap gap-x-2 text-ink-soft">
        <span className="font-semibold text-ink">start {startText(cooking)}</span>
        {users && (
          <span>
            {users.who}, <span className="whitespace-nowrap">{users.days}</span>
          </span>
        )}
        <span>keeps to {formatDayFrom(keepsUntil, cookDate)}</span>
        {mayMove && !isFixed && <span>may be {daysText(days)}</span>}
        {isFixed && <span>fixed on this day</span>}
        {surplus > 0 && (
          <span className="font-semibold text-warning">
            ! {formatQuantity(surplus, baseUnit)} over
          </span>
        )}
        {isLate && <span className="font-semibold text-danger">Late, not marked as made</span>}
      </span>
    </>
  );
}

/** "4:15pm"; "Tue 7:30pm" when it starts on the day before. */
export function startText({ startBy, cookDate }: CookingReply): string {
  const time = formatMinuteOfDay(startBy.minuteOfDay);
  return startBy.date === cookDate ? time : `${formatDayFrom(startBy.date, cookDate)} ${time}`;
}

/** "Mon or Tue", "Mon–Fri". */
function daysText(days: readonly PlainDate[]): string {
  const [first = '', ...more] = days;
  const names = [first, ...more].map((date) => formatDayFrom(date, first));
  return names.length > 2 ? [names.at(0), names.at(-1)].join('–') : names.join(' or ');
}

/** "Start 4:15pm, on 4:30pm, out 5pm, cold 8pm". */
function timesText(cooking: CookingReply): string {
  const { cookAt, chillAt, readyBy } = cooking;
  const [on, out, cold] = [cookAt, chillAt, readyBy].map(({ minuteOfDay }) =>
    formatMinuteOfDay(minuteOfDay),
  );
  return [
    `Start ${startText(cooking)}`,
    ...(on === out ? [] : [`on ${on}`, `out ${out}`]),
    `${out === cold ? 'ready' : 'cold'} ${cold}`,
  ].join(', ');
}

type DetailsProps = {
  cooking: CookingReply;
  mayMove: boolean;
  onMove: (toDate: PlainDate) => void;
  changing: PlanChanges;
};

function CookingDetails({ cooking, mayMove, onMove, changing }: DetailsProps) {
  const { componentId, name, cookDate, days, isFixed, lines, steps } = cooking;
  return (
    <div className="grid grid-cols-1 gap-2 border-t border-line p-2">
      <p>{usersText(cooking)}</p>
      <p>{timesText(cooking)}</p>
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
          onClick={() =>
            changing.change(() => call(releaseCooking, { body: { componentId, cookDate } }))
          }
        >
          Let the plan choose<span className="sr-only"> the day of {name}</span>
        </button>
      )}
    </div>
  );
}

function CookingLines({ lines, className }: Pick<CookingReply, 'lines'> & { className: string }) {
  return (
    <ul className={classNames('grid', className)}>
      {lines.map((line, at) => (
        // One thing may stand in two lines.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${at} ${line.name}`} className="flex flex-wrap gap-x-3">
          <span>
            {line.name}
            {line.prep !== '' && <span className="text-ink-soft">, {line.prep}</span>}
          </span>
          <span className="ml-auto text-right tabular-nums">
            <b className="whitespace-nowrap">{formatExactQuantity(line.gross, line.baseUnit)}</b>
            {line.gross !== line.net &&
              ` raw (${formatExactQuantity(line.net, line.baseUnit)} peeled)`}
          </span>
        </li>
      ))}
    </ul>
  );
}
