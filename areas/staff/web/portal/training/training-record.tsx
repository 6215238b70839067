import type { QueryFilters } from '@tanstack/react-query';
import { useState } from 'react';
import type { FoodTrainingReply } from '#areas/staff/calls/food-training.ts';
import { TRAINING_BASIS_NAMES } from '#areas/staff/rules/food-training.ts';
import { formatDate } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TrainingDialog } from './training-dialog.tsx';

type TrainingRecordProps = {
  training: FoodTrainingReply;
  /** What a new line changes. */
  refresh: readonly QueryFilters[];
};

/** What those who handle food were trained in, and who has nothing on record. */
export function TrainingRecord({ training, refresh }: TrainingRecordProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { lines, handlers, untrained } = training;
  return (
    <section aria-labelledby="food-training" className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="food-training" className="text-xl">
          Training in food safety
        </h3>
        <Button variant="secondary" onClick={() => setIsAdding(true)}>
          Add training
        </Button>
      </div>
      {untrained.length > 0 && (
        <p className="font-semibold text-warning wrap-anywhere">
          No training on record: {untrained.join(', ')}
        </p>
      )}
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          Nothing is on record yet. An inspector asks what everyone who cooks or packs was trained
          in.
        </p>
      ) : (
        <ul className="grid gap-1">
          {lines.map(({ id, name, basis, what, doneOn, ends, by }) => (
            <li key={id} className="border-b border-line py-2 wrap-anywhere">
              <strong>{name}</strong>: {what} ({TRAINING_BASIS_NAMES[basis].toLowerCase()}),{' '}
              {formatDate(doneOn)}
              {ends !== null && `, until ${formatDate(ends)}`}
              <span className="text-ink-soft">, added by {by}</span>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <TrainingDialog handlers={handlers} refresh={refresh} onClose={() => setIsAdding(false)} />
      )}
    </section>
  );
}
