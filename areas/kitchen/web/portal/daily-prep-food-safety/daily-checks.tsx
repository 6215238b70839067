import { useState } from 'react';
import type { FoodSafetyReply, MissingCheckReply } from '#areas/kitchen/calls/food-safety.ts';
import { isCleaning, type TemperatureKind } from '#areas/kitchen/rules/record-kinds.ts';
import type { SentReading } from '#areas/kitchen/web/portal/kitchen-queries.ts';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import {
  type Asked,
  ReadingDialog,
} from '#areas/kitchen/web/portal/daily-prep-temperatures/reading-dialog.tsx';
import { checkName, failedText } from './check-words.ts';

type DailyChecksProps = {
  overview: FoodSafetyReply;
  onWrite: (line: SentReading) => void;
  onSetUp: () => void;
};

/** Every place with what it still needs today. A temperature is typed; cleaning is one tap. */
export function DailyChecks({ overview, onWrite, onSetUp }: DailyChecksProps) {
  const { checks, due, date, isOpenDay } = overview;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [probe, setProbe] = useState('');
  if (checks.length === 0)
    return (
      <EmptyState
        title="Nothing is checked yet"
        action={<Button onClick={onSetUp}>Set up the daily checks</Button>}
      >
        Name your fridges and freezers and what is cleaned each day. From then on this page says
        what is missing.
      </EmptyState>
    );
  const ask = (title: string, kind: TemperatureKind, place?: string) =>
    setAsked({ title, reading: { kind, date, ...(place !== undefined && { place }) } });
  return (
    <section aria-labelledby="daily-checks" className="grid gap-3">
      <h3 id="daily-checks" className="text-xl">
        {isOpenDay ? titleOf(due.length) : 'No deliveries today: nothing has to be checked'}
      </h3>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {checks.map((check) => {
          const { id, kind, place } = check;
          const open = due.find((one) => one.kind === kind && one.place === place);
          return (
            <li key={id}>
              <CheckButton
                name={checkName(check)}
                state={open ? dueText(open) : stateOf(isOpenDay)}
                isDue={open !== undefined}
                onPress={() =>
                  isCleaning(kind) ? onWrite({ kind, date, place }) : ask(place, kind, place)
                }
              />
            </li>
          );
        })}
        <li>
          <CheckButton
            name="Thermometer in ice water"
            state="when you like: −1 to 1 °C"
            isDue={false}
            onPress={() => ask('Thermometer in ice water', 'probe_check')}
          />
        </li>
      </ul>
      <ReadingDialog
        asked={asked}
        coreCelsius={null}
        probe={probe}
        onProbe={setProbe}
        onClose={() => setAsked(null)}
        onDone={(tenths) => {
          if (asked) onWrite({ ...asked.reading, tenths, probe });
          setAsked(null);
        }}
      />
    </section>
  );
}

function dueText({ half, failed }: MissingCheckReply): string {
  if (failed !== null) return failedText(failed);
  return `due ${half === null ? 'today' : `this ${half}`}`;
}

function stateOf(isOpenDay: boolean): string {
  return isOpenDay ? '✓ done' : 'not asked for today';
}

function titleOf(due: number): string {
  if (due === 0) return 'All checked for now';
  return due === 1 ? '1 check to do now' : `${due} checks to do now`;
}

type CheckButtonProps = { name: string; state: string; isDue: boolean; onPress: () => void };

function CheckButton({ name, state, isDue, onPress }: CheckButtonProps) {
  return (
    <button
      type="button"
      className={`grid min-h-20 w-full content-center gap-0.5 rounded-2xl border-2 px-4 py-2 text-left hover:bg-sunken ${
        isDue ? 'border-warning bg-warning-soft' : 'border-line bg-surface'
      }`}
      onClick={onPress}
    >
      <span className="text-xl font-semibold">{name}</span>
      <span className={isDue ? 'font-semibold text-warning' : 'text-ink-soft'}>{state}</span>
    </button>
  );
}
