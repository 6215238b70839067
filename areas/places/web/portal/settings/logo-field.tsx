import { problemsIn } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useId, useRef } from 'react';
import { type KitchenLogo, logoUrl } from '#areas/business/rules/logo.ts';
import { sendLogo } from '#areas/business/web/portal/settings-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import type { ShownField } from '#areas/business/rules/facts.ts';

type LogoFieldProps = Pick<ShownField, 'label' | 'hint'> & {
  name: string;
  logo: KitchenLogo | null;
  error: string | null;
  onChange: (logo: KitchenLogo | null) => void;
};

/** A picture from this device. It is stored at once, and in force with the settings. */
export function LogoField({ label, hint, name, logo, error, onChange }: LogoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useChange(sendLogo, { onDone: onChange });
  const refused = upload.failure && (problemsIn(upload.failure)['logo'] ?? upload.failure.message);
  const problem = refused ?? error;
  return (
    <fieldset className="grid min-w-0 content-start gap-3 sm:col-span-2" aria-describedby={id}>
      <legend className="font-semibold">{label}</legend>
      <p id={id} className="text-sm text-ink-soft">
        {hint} PNG, JPEG or WebP, at most six times as wide as high.
      </p>
      {logo && (
        <img
          src={logoUrl(logo)}
          alt={name}
          width={logo.width}
          height={logo.height}
          className="h-12 w-auto max-w-full justify-self-start rounded-lg border border-line bg-[#fffdf8] object-contain p-1"
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Logo file"
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
          {logo ? 'Choose another logo' : 'Choose a logo'}
        </Button>
        {logo && (
          <Button variant="quiet" size="small" onClick={() => onChange(null)}>
            Remove logo
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
