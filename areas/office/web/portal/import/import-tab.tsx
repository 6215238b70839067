import { useState } from 'react';
import { type DoneReply, importTemplate, type ReadFileReply } from '#areas/office/calls/imports.ts';
import { IMPORT_KINDS, type ImportKind } from '#platform/rules/imports.ts';
import { addressOf } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ProgressSteps } from '#platform/web/ui/feedback/progress-steps.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportPreview } from './import-preview.tsx';
import { type ImportBody, sendFile, sendHeader, sendPreview } from './import-queries.ts';
import { countWords, IMPORT_WORDS } from './import-words.ts';
import { PastImports } from './past-imports.tsx';

const STEPS = ['File', 'Columns', 'Preview'] as const;

/** A file is read, its columns are named, what would happen is shown, and then it happens. */
export function ImportTab() {
  const [params] = useSearchParams();
  const kind = IMPORT_KINDS.find((one) => one === params.get('of')) ?? 'meals';
  return <Import key={kind} kind={kind} />;
}

function Import({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<ReadFileReply | null>(null);
  const [done, setDone] = useState<DoneReply | null>(null);
  const reading = useChange((chosen: File) => sendFile(kind, chosen), { onDone: setFile });
  const again = useChange(sendHeader, { onDone: setFile });
  const preview = useChange(sendPreview);
  const { lead, template } = IMPORT_WORDS[kind];

  function startOver() {
    setFile(null);
    setDone(null);
    reading.reset();
    preview.reset();
  }
  const shown = preview.result && preview.given;
  const step = shown ? 2 : file ? 1 : 0;
  if (done) return <Done kind={kind} done={done} onAnother={startOver} />;
  return (
    <div className="grid max-w-4xl gap-5 py-5">
      <ProgressSteps label="Import" steps={STEPS} current={step + 1} />
      {step === 0 && (
        <>
          <p className="max-w-prose">{lead}</p>
          <ChooseFile kind={kind} isBusy={reading.isBusy} onChoose={reading.run} />
          <FailureNotice failure={reading.failure} title="We couldn’t read this file" />
          <p>
            <a
              href={addressOf(importTemplate, { query: { kind } })}
              className="font-semibold text-primary underline underline-offset-4"
              download
            >
              {template}
            </a>
            {' to fill in and import.'}
          </p>
          <PastImports kind={kind} />
        </>
      )}
      {file && !shown && (
        <>
          <ChooseColumns
            key={`${file.fileId} ${file.header}`}
            file={file}
            given={preview.given}
            isBusy={preview.isBusy}
            failure={preview.failure}
            onHeader={(header) => again.run({ kind, fileId: file.fileId, header })}
            onPreview={(choice) => preview.run(bodyOf(kind, file, choice))}
          />
          <FailureNotice failure={again.failure} title="We couldn’t read this file" />
          <Button variant="quiet" className="justify-self-start" onClick={startOver}>
            Choose another file
          </Button>
        </>
      )}
      {file && shown && preview.result && (
        <ImportPreview
          kind={kind}
          asked={shown}
          preview={preview.result}
          onBack={preview.reset}
          onChanged={() => preview.run(shown)}
          onDone={setDone}
        />
      )}
    </div>
  );
}

type Choice = Pick<ImportBody, 'mapping' | 'answers'>;

function bodyOf(kind: ImportKind, { fileId, header }: ReadFileReply, choice: Choice): ImportBody {
  return { kind, fileId, header, ...choice };
}

type DoneProps = { kind: ImportKind; done: DoneReply; onAnother: () => void };

function Done({ kind, done: { counts }, onAnother }: DoneProps) {
  const { list, listLabel } = IMPORT_WORDS[kind];
  return (
    <div className="grid max-w-prose gap-4 py-5">
      <Notice
        tone="success"
        announce="polite"
        title={`${countWords(kind, counts.new)} imported${counts.changed > 0 ? `, ${counts.changed} changed` : ''}`}
      >
        {counts.same > 0 && <p>{countWords(kind, counts.same)} already here, unchanged.</p>}
        {counts.refused > 0 && <p>{countWords(kind, counts.refused)} left out, to fix.</p>}
        <p>You can undo this import for 30 days, here.</p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Link to={list} className={buttonClass('primary')}>
          Open {listLabel}
        </Link>
        <Button variant="secondary" onClick={onAnother}>
          Import another file
        </Button>
      </div>
    </div>
  );
}
