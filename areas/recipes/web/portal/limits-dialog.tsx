import { useQuery } from '@tanstack/react-query';
import { type Failure, problemsIn } from '#platform/web/api/failure.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useState } from 'react';
import {
  getMealLimits,
  type Limit,
  type LimitRow,
  putMealLimits,
} from '#areas/menu/calls/meal-limits.ts';
import { addDays, type PlainDate } from '#platform/rules/plain-date.ts';
import { MOST_PORTIONS } from '#areas/menu/rules/portion-limits.ts';
import { LIMITS_KEY } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { freshQuery } from '#platform/web/api/call-query.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { describeSold, nameOfRow } from './planned-menu.ts';

type LimitsDialogProps = {
  meal: { id: number; name: string };
  /** The first day that may be limited. */
  today: PlainDate;
  onClose: () => void;
};

const DAYS_SHOWN = 14;

/** How many portions of a meal may be sold on each of the coming days and weeks: one field each, and one tap to stop. */
export function LimitsDialog({ meal, today, onClose }: LimitsDialogProps) {
  const params = { id: String(meal.id) };
  const query = { from: today, to: addDays(today, DAYS_SHOWN - 1) };
  // Sold meanwhile by every customer.
  const limits = useQuery(
    freshQuery([...LIMITS_KEY, meal.id, query], getMealLimits, { params, query }),
  );
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isChecked, setChecked] = useState(false);
  const save = useChange(putMealLimits, {
    onDone() {
      setTyped({});
      setChecked(false);
    },
    refresh: [{ queryKey: LIMITS_KEY }],
  });
  const rows = limits.data?.limits ?? [];
  const changed = rows.filter((row) => limitKey(row) in typed);
  const refused = readProblems(save.failure, save.given?.body.limits ?? []);
  const problems = { ...refused, ...(isChecked && misread(changed, typed)) };

  function saveAll() {
    setChecked(true);
    if (Object.keys(misread(changed, typed)).length > 0) return;
    const limitsSent = changed.map((row) => limitOf(row, typed[limitKey(row)] ?? ''));
    save.run({ params, body: { limits: limitsSent } });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Limit ${meal.name}`}
      actions={
        <>
          <Button variant="secondary" size="small" onClick={onClose}>
            Close
          </Button>
          <Button size="small" disabled={changed.length === 0} busy={save.isBusy} onClick={saveAll}>
            {changed.length > 1 ? `Save ${changed.length} limits` : 'Save limit'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-sm text-ink-soft">
          Portions that customers can order, by the day they eat them. Empty: no limit. You can
          still go over it in an order, with a reason.
        </p>
        <TextField
          label="Every day below"
          hint="Fills in the days; each can still be changed"
          inputMode="numeric"
          onChange={({ currentTarget: { value } }) =>
            setTyped({
              ...typed,
              ...Object.fromEntries(
                rows.filter(({ scope }) => scope === 'day').map((row) => [limitKey(row), value]),
              ),
            })
          }
        />
        {Object.keys(refused).length === 0 && (
          <FailureNotice failure={save.failure} title="We couldn’t save the limits" />
        )}
        <Loaded query={limits} what="the limits">
          {() => (
            <ul className="grid gap-3">
              {rows.map((row) => (
                <LimitLine
                  key={limitKey(row)}
                  row={row}
                  typed={typed[limitKey(row)]}
                  problem={problems[limitKey(row)]}
                  isSaving={save.isBusy}
                  onType={(text) => setTyped({ ...typed, [limitKey(row)]: text })}
                  onStop={() => {
                    const { date, scope } = row;
                    save.run({ params, body: { limits: [{ date, scope, stop: true }] } });
                  }}
                />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function limitKey({ date, scope }: Pick<LimitRow, 'date' | 'scope'>): string {
  return `${scope} ${date}`;
}

/** Empty is no limit; anything else that is no whole number would be read as none. */
function misread(
  rows: readonly LimitRow[],
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  const wrong = rows.filter((row) => !/^\d{0,4}$/.test((typed[limitKey(row)] ?? '').trim()));
  return Object.fromEntries(wrong.map((row) => [limitKey(row), WHOLE_NUMBER]));
}

const WHOLE_NUMBER = `Enter a whole number up to ${MOST_PORTIONS}, or nothing for no limit`;

function limitOf({ date, scope }: LimitRow, text: string): Limit {
  return { date, scope, portions: text.trim() === '' ? null : Number(text) };
}

/** By row, what the server says of each limit that was sent. */
function readProblems(failure: Failure | null, sent: readonly Limit[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problemsIn(failure)).flatMap(([field, message]) => {
      const limit = sent[Number(field.split('.')[1])];
      return limit && message !== undefined
        ? [[limitKey({ scope: 'day', ...limit }), message]]
        : [];
    }),
  );
}

type LimitLineProps = {
  row: LimitRow;
  /** Undefined: as it is stored. */
  typed: string | undefined;
  problem: string | undefined;
  isSaving: boolean;
  onType: (text: string) => void;
  onStop: () => void;
};

function LimitLine({ row, typed, problem, isSaving, onType, onStop }: LimitLineProps) {
  const name = nameOfRow(row);
  return (
    <li className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-b border-line pb-3 last:border-0">
      <div className="w-full sm:w-56">
        <TextField
          label={name}
          hint={describeSold(row)}
          error={problem}
          inputMode="numeric"
          placeholder="no limit"
          value={typed ?? row.portions?.toString() ?? ''}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </div>
      {row.left !== 0 && (
        <Button
          variant="secondary"
          size="small"
          disabled={isSaving}
          aria-label={`Stop selling for ${name}`}
          onClick={onStop}
        >
          Stop selling
        </Button>
      )}
    </li>
  );
}
