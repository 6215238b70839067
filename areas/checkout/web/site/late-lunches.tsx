import { serviceOf } from '#areas/business/rules/services.ts';
import { useState } from 'react';
import { windowLabel } from '#areas/business/rules/delivery-windows.ts';
import {
  earlierWindows,
  keptKey,
  lateLunchesOf,
  lunchesMovedOn,
} from '#areas/checkout/rules/draft/late-lunches.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { type LateLunches, namesOfLunches } from '#areas/order-book/rules/warm-portion.ts';
import { weekdayName, weekdayOf } from '#platform/rules/plain-date.ts';
import { ResultPlace } from '#platform/web/ui/feedback/result-place.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { windowState } from './deliveries.ts';
import { type OrderInWizard, useOrder } from './order-context.tsx';

/** Where going on leads while it is asked. */
export const LATE_LUNCHES_ID = 'late-lunches';

export function unaskedLunches({ draft, facts }: Pick<OrderInWizard, 'draft' | 'facts'>) {
  const { lateLunchesKept: kept = [] } = draft;
  return lateLunchesOf(draft, facts).filter((late) => !kept.includes(keptKey(late)));
}

/** "Thursday’s 2 lunches would come after lunch.", with what to do about it. */
export function LateLunchesNotice() {
  const order = useOrder();
  const { draft, dispatch, facts } = order;
  const [done, setDone] = useState<string | null>(null);
  const late = lateLunchesOf(draft, facts);
  const isKept = late.length > 0 && unaskedLunches(order).length === 0;
  const count = late.reduce((sum, { lunches }) => sum + lunches, 0);
  if (late.length === 0 && !done) return null;
  return (
    <ResultPlace result={done} id={LATE_LUNCHES_ID} className="max-w-3xl">
      {late.length === 0 ? (
        <p className="text-sm text-ink-soft">{done}</p>
      ) : (
        <Notice
          tone={isKept ? 'info' : 'warning'}
          title={`${namesOfLunches(late, facts)} ${isKept ? (count === 1 ? 'comes' : 'come') : 'would come'} after ${serviceOf('lunch', facts).name}.`}
        >
          <div className="flex flex-wrap gap-2 pt-1">
            <BringEarlier late={late} onDone={setDone} />
            <MoveOn late={late} onDone={setDone} />
            {!isKept && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => {
                  dispatch({ type: 'late lunches kept', keys: late.map(keptKey) });
                  setDone('');
                }}
              >
                {count === 1 ? 'Keep it' : 'Keep them'}
              </Button>
            )}
          </div>
        </Notice>
      )}
    </ResultPlace>
  );
}

type WayProps = { late: readonly LateLunches[]; onDone: (words: string) => void };

/** One button for all the days that have a window before. */
function BringEarlier({ late, onDone }: WayProps) {
  const { dispatch, week } = useOrder();
  const slots = earlierWindows(late, (date) =>
    (week.days.find((day) => day.date === date)?.windows ?? [])
      .filter(({ open }) => open)
      .map(({ timeSlot }) => timeSlot),
  );
  const [first] = slots;
  if (!first) return null;
  const days = slots.map(({ date }) => weekdayName(weekdayOf(date)));
  const times = [...new Set(slots.map(({ window }) => windowLabel(window)))].join(' or ');
  const names = new Intl.ListFormat('en-AU').format(
    days.length === 1 ? days : days.map((day) => day.slice(0, 3)),
  );
  return (
    <Button
      size="small"
      onClick={() => {
        dispatch({ type: 'dates brought', slots });
        onDone(`${names} ${days.length === 1 ? 'comes' : 'come'} ${times} now.`);
      }}
    >
      Bring {names} {times}
    </Button>
  );
}

function MoveOn({ late, onDone }: WayProps) {
  const { draft, dispatch, facts, week, menu } = useOrder();
  const [only] = late;
  if (!only || late.length > 1) return null;
  const moved = lunchesMovedOn(
    draft,
    only.date,
    {
      days: week.days,
      find: menu.find,
      left: portionsInWeek(week.days),
      canDeliver: (slot) => windowState(week, slot).open,
    },
    facts,
  );
  if (!moved) return null;
  const day = weekdayName(weekdayOf(moved.day));
  const it = only.lunches === 1 ? 'it' : 'them';
  return (
    <Button
      variant="secondary"
      size="small"
      onClick={() => {
        const { weeklyDeliveryDay } = draft;
        dispatch({
          type: 'meals replaced',
          people: moved.people,
          ...(weeklyDeliveryDay !== null && { weeklyDeliveryDay }),
        });
        onDone(`Moved ${it} to ${day}.`);
      }}
    >
      Move {it} to {day}
    </Button>
  );
}
