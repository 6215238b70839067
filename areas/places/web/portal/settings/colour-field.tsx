import { useId, useState } from 'react';
import {
  accentProblem,
  accentThemes,
  SUGGESTED_COLOURS,
} from '#areas/business/rules/accent-colour.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';

type ColourFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  colour: string | null;
  error: string | null;
  onChange: (colour: string | null) => void;
};

/** A few that read well, or any other that does. Shown as it will look by day and by night. */
export function ColourField({ label, hint, colour, error, onChange }: ColourFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(colour ?? '');
  const choices = [{ name: 'Leaf green', colour: null }, ...SUGGESTED_COLOURS];

  function choose(chosen: string | null) {
    setTyped(chosen ?? '');
    onChange(chosen);
  }

  return (
    <fieldset data-wide className="grid min-w-0 gap-3" aria-describedby={id}>
      <legend className="font-semibold">{label}</legend>
      <p id={id} className="text-sm text-ink-soft">
        {hint}
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <button
            key={choice.name}
            type="button"
            aria-pressed={choice.colour === colour}
            onClick={() => choose(choice.colour)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border-2 border-line px-3 text-sm font-semibold aria-pressed:border-ink"
          >
            <span
              aria-hidden="true"
              className={`size-5 rounded-full ${choice.colour === null ? 'bg-success' : ''}`}
              style={choice.colour === null ? undefined : { backgroundColor: choice.colour }}
            />
            {choice.name}
          </button>
        ))}
      </div>
      <div className="sm:max-w-72">
        <TextField
          label="Another colour"
          optional
          hint="As #rrggbb"
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={typed}
          error={error}
          onChange={({ target }) => {
            const text = target.value.trim();
            setTyped(target.value);
            onChange(text === '' ? null : text);
          }}
        />
      </div>
      {colour !== null && accentProblem(colour) === null && <Preview colour={colour} />}
    </fieldset>
  );
}

const GROUNDS = {
  light: { name: 'By day', ground: '#fffdf8', onPrimary: '#fffdf8' },
  dark: { name: 'By night', ground: '#1a2a24', onPrimary: '#0d2119' },
} as const;

function Preview({ colour }: { colour: string }) {
  const themes = accentThemes(colour);
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => {
        const { name, ground, onPrimary } = GROUNDS[theme];
        const { primary } = themes[theme];
        return (
          <div
            key={theme}
            className="flex flex-wrap items-center gap-4 rounded-2xl border border-line p-4"
            style={{ backgroundColor: ground, color: primary }}
          >
            <span
              className="inline-flex min-h-10 items-center rounded-full px-4 font-semibold"
              style={{ backgroundColor: primary, color: onPrimary }}
            >
              Order Now
            </span>
            <span className="font-semibold underline">{name}</span>
          </div>
        );
      })}
    </div>
  );
}
