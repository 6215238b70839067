import { useState } from 'react';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

type ThrownPortionsProps = {
  onBack: () => void;
  onDone: (portions: number | 'all') => void;
};

const KEY_CLASS =
  'min-h-14 rounded-2xl border-2 border-control text-xl font-semibold hover:bg-sunken';

/** How many cooked portions went: they are cooked again, and bags with them are packed again. */
export function ThrownPortions({ onBack, onDone }: ThrownPortionsProps) {
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
