import { useState } from 'react';
import type { TemperatureReadingReply } from '#areas/kitchen/calls/temperatures.ts';
import type { ReadingAnswer } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { READING_ACTION_NAMES, actionsFor } from '#areas/kitchen/rules/record-kinds.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { describeReading } from './reading-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type FailedReadingsProps = {
  /** Those without an answer. */
  failed: readonly TemperatureReadingReply[];
  onAnswer: (answer: ReadingAnswer) => void;
  onUndo: (id: number) => void;
  /** False: only when someone asks. */
  asksAtOnce?: boolean;
};

/** Asks at once what was done about a reading that failed; whoever closes the question finds it in the bar above. */
export function FailedReadings({
  failed,
  onAnswer,
  onUndo,
  asksAtOnce = true,
}: FailedReadingsProps) {
  const [later, setLater] = useState<ReadonlySet<number>>(
    () => new Set(asksAtOnce ? [] : failed.map(({ id }) => id)),
  );
  const [throwing, setThrowing] = useState<number | null>(null);
  const asked = failed.find(({ id }) => !later.has(id));
  if (failed.length === 0) return null;
  return (
    <Notice tone="error" announce="now" title={titleOf(failed.length)}>
      <ul className="grid gap-2">
        {failed.map((reading) => (
          <li key={reading.id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="text-xl font-semibold">{describeReading(reading)}</span>
            <button
              type="button"
              className="min-h-14 rounded-2xl border-2 border-control bg-surface px-4 text-xl font-semibold"
              onClick={() => setLater(new Set([...later].filter((id) => id !== reading.id)))}
            >
              What was done?
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        open={asked !== undefined}
        onClose={() => asked && setLater(new Set([...later, asked.id]))}
        title={asked ? `${describeReading(asked)} (${asked.limit})` : ''}
      >
        {asked && throwing === asked.id && (
          <ThrownPortions
            onBack={() => setThrowing(null)}
            onDone={(portions) => onAnswer({ id: asked.id, action: 'thrown_out', portions })}
          />
        )}
        {asked && throwing !== asked.id && (
          <div className="grid gap-3">
            <p className="text-xl">What was done?</p>
            <div className="grid grid-cols-2 gap-2">
              {actionsFor(asked.kind).map((action) => (
                <button
                  key={action}
                  type="button"
                  className="min-h-24 rounded-2xl bg-primary px-2 text-2xl font-semibold text-on-primary hover:bg-primary-strong"
                  onClick={() =>
                    action === 'thrown_out' && isOfPortions(asked)
                      ? setThrowing(asked.id)
                      : onAnswer({ id: asked.id, action })
                  }
                >
                  {READING_ACTION_NAMES[action]}
                </button>
              ))}
            </div>
            <button
              type="button"
              className="min-h-14 rounded-2xl border-2 border-control text-xl font-semibold hover:bg-sunken"
              onClick={() => onUndo(asked.id)}
            >
              Undo: wrong value
            </button>
          </div>
        )}
      </Dialog>
    </Notice>
  );
}

/** A meal of a window is cooked again, so many portions of it. */
function isOfPortions({ mealId, timeSlot }: TemperatureReadingReply): boolean {
  return mealId !== null && timeSlot !== null;
}

function titleOf(count: number): string {
  return count === 1 ? 'A temperature failed' : `${count} temperatures failed`;
}

type ThrownPortionsProps = {
  onBack: () => void;
  onDone: (portions: number | 'all') => void;
};

const KEY_CLASS =
  'min-h-14 rounded-2xl border-2 border-control text-xl font-semibold hover:bg-sunken';

/** How many cooked portions went: they are cooked again, and bags with them are packed again. */
function ThrownPortions({ onBack, onDone }: ThrownPortionsProps) {
  const [text, setText] = useState('');
  const [isAsked, setIsAsked] = useState(false);
  const count = /^[1-9]\d{0,3}$/.test(text.trim()) ? Number(text) : null;
  return (
    <form
      className="grid gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (count === null) setIsAsked(true);
        else onDone(count);
      }}
    >
      <p className="text-xl">
        How many portions were thrown out? They are to be cooked again, and bags with them packed
        again.
      </p>
      <button
        type="button"
        className="min-h-24 rounded-2xl bg-primary px-2 text-2xl font-semibold text-on-primary hover:bg-primary-strong"
        onClick={() => onDone('all')}
      >
        All that are here
      </button>
      <TextField
        label="Or only some of them"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={isAsked && count === null ? 'Enter how many' : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        <button type="button" className={KEY_CLASS} onClick={onBack}>
          Back
        </button>
        <button type="submit" className={KEY_CLASS}>
          Throw out
        </button>
      </div>
    </form>
  );
}
