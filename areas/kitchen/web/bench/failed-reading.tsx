/** A reading that failed, and what was done about it: at the bench, and on Food Safety. */
import { useState } from 'react';
import type { FailedReadingReply } from '#areas/kitchen/calls/bench.ts';
import {
  actionsFor,
  type ReadingAction,
  READING_ACTION_NAMES,
  RECORD_KIND_NAMES,
} from '#areas/kitchen/rules/record-kinds.ts';
import { formatTenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { useFormatTimeOfDay } from '#areas/business/web/use-format-instant.ts';
import { AmountForm } from './number-pad.tsx';
import { BigButton } from './bench-parts.tsx';

type FailedReadingProps = {
  reading: Pick<
    FailedReadingReply,
    'kind' | 'tenths' | 'mealName' | 'place' | 'window' | 'mealId' | 'at' | 'by'
  >;
  mayCook: boolean;
  onAnswer: (action: ReadingAction, portions?: number | 'all') => void;
  /** The value was wrong; left out: nobody asks. */
  onUndo?: () => void;
};

/** Asks at once what was done. "Thrown out" asks how many of a meal, beginning with all. */
export function FailedReading({ reading, mayCook, onAnswer, onUndo }: FailedReadingProps) {
  const formatTime = useFormatTimeOfDay();
  const [isThrowing, setThrowing] = useState(false);
  const { kind, tenths, window, mealId, at, by } = reading;
  const name = failedName(reading);
  return (
    <div role="alert" className="grid gap-2 rounded-xl bg-danger-soft px-3 py-2">
      <p className="text-xl font-semibold text-danger">
        {name}: {tenths === null ? '' : `${formatTenths(tenths)}, `}
        {formatTime(Date.parse(at))} {by}, FAILED. What was done?
      </p>
      {mayCook && !isThrowing && (
        <div className="flex flex-wrap gap-2">
          {actionsFor(kind).map((action) => (
            <BigButton
              key={action}
              label={READING_ACTION_NAMES[action]}
              about={name}
              onPress={() =>
                action === 'thrown_out' && mealId !== null && window !== null
                  ? setThrowing(true)
                  : onAnswer(action)
              }
            />
          ))}
          {onUndo && <BigButton label="Undo: wrong value" about={name} onPress={onUndo} />}
        </div>
      )}
      {isThrowing && (
        <>
          <p className="text-xl">
            How many portions were thrown out? They are to be cooked again, and bags with them
            packed again.
          </p>
          <div className="flex flex-wrap gap-2">
            <BigButton
              label="All that are here"
              kind="main"
              onPress={() => onAnswer('thrown_out', 'all')}
            />
            <BigButton label="Back" onPress={() => setThrowing(false)} />
          </div>
          <AmountForm
            label="Or only some of them"
            unit="piece"
            first={1}
            most={1000}
            planned={null}
            onSave={(portions) => onAnswer('thrown_out', portions)}
          />
        </>
      )}
    </div>
  );
}

/** "Core, Lemon Salmon". */
export function failedName({
  kind,
  mealName,
  place,
}: Pick<FailedReadingReply, 'kind' | 'mealName' | 'place'>): string {
  return [RECORD_KIND_NAMES[kind], mealName, place].filter(Boolean).join(', ');
}
