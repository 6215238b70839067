import { problemsIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { type ReactNode, useId, useRef } from 'react';
import type { ShownField } from '#areas/business/rules/facts.ts';
import { type KitchenLogo, logoUrl } from '#areas/business/rules/logo.ts';
import { sendLogo } from '#areas/business/web/portal/settings-queries.ts';
import { uploadPicture } from '#areas/menu/web/portal/staff-meals-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';

type PictureFieldProps<Picture> = Pick<ShownField, 'label' | 'hint'> & {
  picture: Picture | null;
  error: string | null;
  onChange: (picture: Picture | null) => void;
};

type LogoFieldProps = PictureFieldProps<KitchenLogo> & { name: string };

export function LogoField({ name, ...field }: LogoFieldProps) {
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
  /** The picture that is chosen. */
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
