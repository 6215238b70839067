import { useState, type SubmitEvent } from 'react';
import { finishTyped, TEMPERATURE_KEYS, typeKey } from '#areas/kitchen/rules/readings.ts';
import type { TemperatureKind } from '#areas/kitchen/rules/record-kinds.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { type BaseUnit, formatExactQuantity } from '#areas/menu/rules/units.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

const KEY_SHAPE =
  'min-h-22 rounded-2xl border-2 border-control bg-surface font-semibold hover:bg-sunken';
const KEY_CLASS = `${KEY_SHAPE} text-4xl`;
const WORD_KEY_CLASS = `${KEY_SHAPE} text-2xl`;

const SPOKEN: Partial<Record<string, string>> = { '-': 'minus', '.': 'point' };

/** Keys for wet hands. The second digit, or the one behind the point, is the end of a reading: nothing else to press. */
export function NumberPad({ onDone }: { onDone: (tenths: Tenths) => void }) {
  const [text, setText] = useState('');
  const finished = finishTyped(text);

  function press(key: (typeof TEMPERATURE_KEYS)[number]) {
    const typed = typeKey(text, key);
    setText(typed.tenths === null ? typed.text : '');
    if (typed.tenths !== null) onDone(typed.tenths);
  }
  function save() {
    if (finished === null) return;
    setText('');
    onDone(finished);
  }
  return (
    <div className="grid gap-2">
      <output className="block min-h-12 text-center text-4xl font-semibold tabular-nums">
        {text === '' ? '–' : text.replace('-', '−')} °C
      </output>
      <div className="grid grid-cols-3 gap-2">
        {TEMPERATURE_KEYS.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={SPOKEN[key]}
            className={KEY_CLASS}
            onClick={() => press(key)}
          >
            {key === '-' ? '−' : key}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2">
        <button type="button" className={WORD_KEY_CLASS} onClick={() => setText('')}>
          Clear
        </button>
        <button
          type="button"
          aria-disabled={finished === null}
          className={classNames(WORD_KEY_CLASS, 'aria-disabled:opacity-55')}
          onClick={save}
        >
          Save
        </button>
      </div>
    </div>
  );
}

/** What is about to be measured; `limit`: "at least 63 °C", empty for none. */
export type AskedReading = { title: string; reads: TemperatureKind; limit: string };

const PROBES = ['1', '2', '3', '4'] as const;

type ReadingPadProps = {
  asked: AskedReading | null;
  probe: string;
  onProbe: (probe: string) => void;
  onClose: () => void;
  onDone: (tenths: Tenths) => void;
};

/** Nothing is filled in: an invented value must cost as many taps as a measured one. */
export function ReadingPad({ asked, probe, onProbe, onClose, onDone }: ReadingPadProps) {
  const isChilling = asked?.reads === 'reached_21' || asked?.reads === 'reached_5';
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked?.title ?? ''}>
      <div className="grid gap-3">
        <p className="text-center text-xl text-ink-soft">
          {asked?.limit ? `Limit: ${asked.limit}` : 'A cold dish: no limit'}
        </p>
        {isChilling && <p className="text-center text-xl">The warmest pan of the batch counts.</p>}
        <NumberPad onDone={onDone} />
        <PillChoice
          legend="Probe"
          layout="even"
          value={probe}
          pills={PROBES.map((value) => ({ value, label: value }))}
          onChange={onProbe}
        />
      </div>
    </Dialog>
  );
}

/** What was written last on this screen, with its Undo. */
export function SavedBar({ text, onUndo }: { text: string | null; onUndo: () => void }) {
  return (
    <div role="status" className="sticky bottom-[calc(0.75rem+var(--bar,0px))] z-10">
      {text !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-ink px-4 py-3 text-xl text-surface shadow-lg">
          <p className="font-semibold">{text}</p>
          <button
            type="button"
            className="min-h-14 rounded-2xl border-2 border-surface px-6 font-semibold"
            onClick={onUndo}
          >
            Undo
          </button>
        </div>
      )}
    </div>
  );
}

type AmountFormProps = {
  label: string;
  unit: BaseUnit;
  first: number;
  most: number;
  /** Far more than this, or nothing, is asked about once; null: any amount will do. */
  planned: number | null;
  onSave: (qty: number) => void;
};

const FAR_MORE = 3;

/** A whole number of a base unit. */
export function AmountForm({ label, unit, first, most, planned, onSave }: AmountFormProps) {
  const [text, setText] = useState(String(first));
  const [error, setError] = useState<string | undefined>();
  const [asked, setAsked] = useState<string | null>(null);

  function save(event: SubmitEvent) {
    event.preventDefault();
    const qty = Number(text);
    if (!/^\d{1,8}$/.test(text.trim()) || qty > most) {
      setError(`Enter a whole number up to ${formatExactQuantity(most, unit)}.`);
      return;
    }
    setError(undefined);
    if (planned !== null && qty === 0) {
      setError('If nothing was made, leave it open.');
      return;
    }
    if (planned !== null && qty > planned * FAR_MORE && asked !== text) setAsked(text);
    else onSave(qty);
  }
  return (
    <form onSubmit={save} className="grid max-w-md gap-2">
      <TextField
        label={unit === 'piece' ? label : `${label} (${unit})`}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => setText(event.target.value)}
      />
      {asked === text && planned !== null && (
        <p role="alert" className="text-xl font-semibold text-warning">
          {Math.floor(Number(text) / planned)} times the plan. Right?
        </p>
      )}
      <Button type="submit" size="large">
        {asked === text ? 'Yes, save' : 'Save'}
      </Button>
    </form>
  );
}
