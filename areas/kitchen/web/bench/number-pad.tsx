import { useState } from 'react';
import { finishTyped, TEMPERATURE_KEYS, typeKey } from '#areas/kitchen/rules/readings.ts';
import type { Tenths } from '#areas/kitchen/rules/temperature-limits.ts';
import { classNames } from '#platform/web/ui/class-names.ts';

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
