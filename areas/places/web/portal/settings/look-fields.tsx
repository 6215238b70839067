import { useId, useState, type ReactNode, useRef } from 'react';
import {
  accentProblem,
  accentThemes,
  SUGGESTED_COLOURS,
} from '#areas/business/rules/accent-colour.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { problemsIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { type KitchenLogo, logoUrl } from '#areas/business/rules/logo.ts';
import { sendLogo } from '#areas/business/web/portal/settings-queries.ts';
import { uploadPicture } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

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

type PictureFieldProps<Picture> = Pick<ShownField, 'label' | 'hint'> & {
  picture: Picture | null;
  error: string | null;
  onChange: (picture: Picture | null) => void;
};

export function LogoField({ name, ...field }: PictureFieldProps<KitchenLogo> & { name: string }) {
  const { picture: logo } = field;
  return (
    <PictureField
      {...field}
      hint={`${field.hint ?? ''} PNG, JPEG or WebP, at most six times as wide as high.`}
      what="logo"
      send={sendLogo}
    >
      {logo && (
        <img
          src={logoUrl(logo)}
          alt={name}
          width={logo.width}
          height={logo.height}
          className="h-12 w-auto max-w-full justify-self-start rounded-lg border border-line bg-[#fffdf8] object-contain p-1"
        />
      )}
    </PictureField>
  );
}

export function KitchenPhotoField(field: PictureFieldProps<string>) {
  return (
    <PictureField
      {...field}
      what="photo"
      send={async (file) => (await uploadPicture(file, () => {})).imageUrl}
    >
      {field.picture !== null && (
        <img
          src={field.picture}
          alt=""
          className="h-24 max-w-full justify-self-start rounded-xl object-cover"
        />
      )}
    </PictureField>
  );
}

type AnyPictureFieldProps<Picture> = PictureFieldProps<Picture> & {
  what: string;
  send: (file: File) => Promise<Picture>;
  children: ReactNode;
};

/** A picture from this device. It is stored at once, and in force with the settings. */
function PictureField<Picture>(props: AnyPictureFieldProps<Picture>) {
  const { label, hint, picture, error, onChange, what, send, children } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useChange(send, { onDone: onChange });
  const refused =
    upload.failure && (Object.values(problemsIn(upload.failure))[0] ?? upload.failure.message);
  const problem = refused ?? error;
  return (
    <fieldset data-wide className="grid min-w-0 content-start gap-3" aria-describedby={id}>
      <legend className="font-semibold">{label}</legend>
      {hint !== undefined && (
        <p id={id} className="text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {children}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={`${label} file`}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) upload.run(file);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="small"
          busy={upload.isBusy}
          busyLabel="Uploading…"
          onClick={() => input.current?.click()}
        >
          {picture === null ? `Choose a ${what}` : `Choose another ${what}`}
        </Button>
        {picture !== null && (
          <Button variant="quiet" size="small" onClick={() => onChange(null)}>
            {`Remove ${what}`}
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
