import { useState } from 'react';
import type { TodayReply, TodayRowReply } from '#areas/office/calls/today.ts';
import {
  MOST_OF_A_KIND,
  TODAY_LEVEL_HEADINGS,
  TODAY_LEVELS,
  type TodayLevel,
} from '#areas/order-book/rules/today-rows.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PutOffDialog } from './put-off-dialog.tsx';
import { hasUrgentRow } from './today-queries.ts';
import { DecisionRow } from './decision-row.tsx';
import { WaitingRows } from './waiting-rows.tsx';

/** One row is one decision; the number is that of the rows. */
export function NeedsAHand({ today }: { today: TodayReply }) {
  const { rows, count, waiting, day } = today;
  const [isWaitingShown, setWaitingShown] = useState(false);
  const [putOff, setPutOff] = useState<TodayRowReply | null>(null);
  const isBad = hasUrgentRow(today);
  return (
    <Card as="section" padding="none" aria-labelledby="needs-a-hand" className="overflow-clip">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2.5 px-4 py-1 sm:px-5">
        <h2 id="needs-a-hand" className="text-base font-semibold">
          Needs a hand
        </h2>
        {count > 0 && (
          <span
            className={classNames(
              'rounded-full px-2 text-sm font-semibold tabular-nums',
              isBad ? 'bg-danger text-on-danger' : 'bg-sunken',
            )}
          >
            {count}
          </span>
        )}
        {waiting.length > 0 && (
          <button
            type="button"
            aria-expanded={isWaitingShown}
            onClick={() => setWaitingShown(!isWaitingShown)}
            className="ml-auto min-h-11 text-sm text-ink-soft underline underline-offset-4"
          >
            {waiting.length} waiting for others
          </button>
        )}
      </div>
      {isWaitingShown && waiting.length > 0 && <WaitingRows waiting={waiting} />}
      {rows.length === 0 && (
        <p className="border-t border-line px-4 py-4 sm:px-5">Nothing needs a hand right now.</p>
      )}
      {TODAY_LEVELS.map((level) => (
        <Level
          key={level}
          level={level}
          rows={rows.filter((row) => row.level === level)}
          first={rows[0]}
          onPutOff={setPutOff}
        />
      ))}
      {putOff && <PutOffDialog row={putOff} today={day.date} onClose={() => setPutOff(null)} />}
    </Card>
  );
}

type LevelProps = {
  level: TodayLevel;
  rows: readonly TodayRowReply[];
  /** Of all: its button is the one that stands out. */
  first: TodayRowReply | undefined;
  onPutOff: (row: TodayRowReply) => void;
};

function Level({ level, rows, first, onPutOff }: LevelProps) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (rows.length === 0) return null;
  const ofKind = Map.groupBy(rows, ({ kind }) => kind);
  const isFolded = (row: TodayRowReply) =>
    !opened.includes(row.kind) && (ofKind.get(row.kind) ?? []).indexOf(row) >= MOST_OF_A_KIND;
  return (
    <>
      <h3
        className={classNames(
          'border-t border-line px-4 pt-2 pb-1 font-sans text-sm font-semibold sm:px-5',
          level === 'hurt' ? 'bg-danger-soft text-danger' : 'bg-sunken/50 text-ink-soft',
        )}
      >
        {TODAY_LEVEL_HEADINGS[level]}
      </h3>
      <ul aria-label={TODAY_LEVEL_HEADINGS[level]}>
        {rows.map((row) => {
          const theirs = ofKind.get(row.kind) ?? [];
          if (!isFolded(row))
            return (
              <DecisionRow
                key={row.key}
                row={row}
                isFirst={row === first}
                onPutOff={() => onPutOff(row)}
              />
            );
          // The first one that is folded stands for them all.
          if (theirs.indexOf(row) > MOST_OF_A_KIND) return null;
          return (
            <li key={row.key} className="border-t border-line px-2 py-1">
              <button
                type="button"
                className={buttonClass('quiet', 'small')}
                onClick={() => setOpened([...opened, row.kind])}
              >
                {theirs.length - MOST_OF_A_KIND} more {row.many}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
