import { freshQuery } from '#platform/web/api/call-query.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useState } from 'react';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import {
  type DoneReply,
  importTemplate,
  type ReadFileReply,
  type ImportReply,
  listImports,
  previewImport,
  readImport,
  readImportAgain,
  undoImport,
} from '#areas/office/calls/imports.ts';
import { IMPORT_KINDS, type ImportKind } from '#platform/rules/imports.ts';
import { addressOf, call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { ProgressSteps } from '#platform/web/ui/feedback/progress-steps.tsx';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import {
  ChooseColumns,
  ChooseFile,
  ImportPreview,
  countWords,
  IMPORT_WORDS,
  type ImportBody,
} from '#areas/office/web/portal/import-steps.tsx';
import { useQuery } from '@tanstack/react-query';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';

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
  const again = useChange(readImportAgain, { onDone: setFile });
  const preview = useChange((body: ImportBody) => call(previewImport, { body }));
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
            onHeader={(header) =>
              again.run({
                params: { fileId: file.fileId },
                query: { kind, header: String(header) },
              })
            }
            onPreview={(choice) =>
              preview.run({ kind, fileId: file.fileId, header: file.header, ...choice })
            }
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

async function sendFile(kind: ImportKind, file: File): Promise<ReadFileReply> {
  const query = new URLSearchParams({ kind, name: file.name.slice(-200) });
  const response = await fetch(`${readImport.path}?${query.toString()}`, {
    method: readImport.method,
    credentials: 'same-origin',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text || response.statusText, null);
  return JSON.parse(text) as ReadFileReply;
}

/** The imports of the last 30 days; nothing while there are none. */
function PastImports({ kind }: { kind: ImportKind }) {
  const { data: imports = [] } = useQuery(
    freshQuery(['imports', kind], listImports, { query: { kind } }),
  );
  const formatInstant = useFormatInstant();
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="past-heading" className="grid gap-2">
      <h2 id="past-heading" className="text-lg">
        Imports of the last 30 days
      </h2>
      <DataTable
        caption="Imports"
        rows={imports}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'file',
            header: 'File',
            cell: ({ fileName }) => <span className="wrap-anywhere">{fileName}</span>,
          },
          { name: 'at', header: 'When', cell: ({ at }) => formatInstant(at) },
          {
            name: 'by',
            header: 'By',
            cell: ({ by }) => <span className="wrap-anywhere">{by}</span>,
          },
          { name: 'made', header: 'New', align: 'end', cell: ({ made }) => made },
          {
            name: 'undo',
            header: <span className="sr-only">Undo</span>,
            align: 'end',
            isPlain: true,
            cell: (one) => <Undo one={one} />,
          },
        ]}
      />
    </section>
  );
}

function Undo({ one: { id, kind, fileName, made } }: { one: ImportReply }) {
  const undo = useChange(undoImport, {
    says: ({ undone, left }) => ({
      title: 'Import Undone',
      description: `${countWords(kind, undone)} taken back${left > 0 ? `, ${left} left as they are` : ''}.`,
    }),
    toastsFailure: true,
    // Whatever lists it is in.
    refresh: [{}],
  });
  return (
    <ChangeButton
      change={undo}
      given={{ params: { id: String(id) } }}
      asks={{
        title: 'Undo this import?',
        text: `Of the ${countWords(kind, made)} that came with ${fileName}, those go that nobody has changed or ordered since.`,
        act: 'Undo the import',
      }}
      aria-label={`Undo ${fileName}…`}
    >
      Undo…
    </ChangeButton>
  );
}
