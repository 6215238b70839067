import { useId, useRef } from 'react';
import type { ImportKind } from '#platform/rules/imports.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { IMPORT_WORDS } from './import-words.ts';

type ChooseFileProps = { kind: ImportKind; isBusy: boolean; onChoose: (file: File) => void };

export function ChooseFile({ kind, isBusy, onChoose }: ChooseFileProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-2">
      <input
        ref={chooser}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/plain"
        hidden
        aria-label={`File of ${IMPORT_WORDS[kind].many}`}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
      <Button
        className="justify-self-start"
        busy={isBusy}
        busyLabel="Reading…"
        aria-describedby={id}
        onClick={() => chooser.current?.click()}
      >
        Choose a file
      </Button>
      <p id={id} className="text-sm text-ink-soft">
        CSV or Excel (.xlsx), up to 5 MB and 5,000 rows. Nothing is imported until you say so.
      </p>
    </div>
  );
}
