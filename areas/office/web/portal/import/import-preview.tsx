import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DoneReply, PreviewReply } from '#areas/office/calls/imports.ts';
import { IMPORT_OUTCOMES, type ImportKind, type ImportOutcome } from '#platform/rules/imports.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { type ImportBody, loadRefused, sendImport } from './import-queries.ts';
import { countWords, OUTCOME_WORDS } from './import-words.ts';

type Row = PreviewReply['rows'][number];

/** More are not shown: nobody reads them, and the file has them all. */
const MOST_SHOWN = 200;

type ImportPreviewProps = {
  kind: ImportKind;
  asked: ImportBody;
  preview: PreviewReply;
  onBack: () => void;
  /** It is no longer true. */
  onChanged: () => void;
  onDone: (done: DoneReply) => void;
};

/** What would happen, row by row, before it happens. */
export function ImportPreview(props: ImportPreviewProps) {
  const { kind, asked, preview, onBack, onChanged, onDone } = props;
  const client = useQueryClient();
  const rowsOf = (outcome: ImportOutcome) => preview.rows.filter((row) => row.outcome === outcome);
  const tabs = IMPORT_OUTCOMES.filter((outcome) => rowsOf(outcome).length > 0);
  const [chosen, setChosen] = useState<ImportOutcome | null>(null);
  const shown = chosen ?? tabs[0] ?? 'new';
  const importing = useChange(() => sendImport({ ...asked, previewHash: preview.previewHash }), {
    onDone(done) {
      // Whatever lists it is in.
      void client.invalidateQueries();
      onDone(done);
    },
    onFailure(failure) {
      if (failure.is === 'refused' && failure.code === 'preview_changed') onChanged();
    },
  });
  const refused = useChange(() => loadRefused(asked), { onDone: saveFile, toastsFailure: true });
  const count = rowsOf('new').length + rowsOf('changed').length;
  return (
    <section aria-label="What happens" className="grid gap-4">
      <Tabs
        label="Rows by what happens"
        tabs={tabs.map((name) => ({
          name,
          label: OUTCOME_WORDS[name],
          count: rowsOf(name).length,
        }))}
        value={shown}
        onChange={setChosen}
      >
        <div className="grid gap-3 pt-3">
          {shown === 'refused' && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p>These rows stay out. The others can go in now.</p>
              <Button
                variant="secondary"
                size="small"
                busy={refused.isBusy}
                onClick={() => refused.run()}
              >
                Download these rows
              </Button>
            </div>
          )}
          <Rows rows={rowsOf(shown)} />
        </div>
      </Tabs>
      <FailureNotice failure={importing.failure} title="Nothing was imported" />
      <div className="sticky bottom-[var(--bar,0px)] z-10 flex flex-wrap gap-2 bg-ground py-3">
        <Button
          busy={importing.isBusy}
          busyLabel="Importing…"
          disabled={count === 0}
          onClick={() => importing.run()}
        >
          {count === 0 ? 'Nothing to import' : `Import ${countWords(kind, count)}`}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          Back to the columns
        </Button>
      </div>
    </section>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      <DataTable
        caption="Rows of the file"
        rows={rows.slice(0, MOST_SHOWN)}
        keyOf={({ row, name }) => `${row} ${name}`}
        columns={[
          {
            name: 'name',
            header: 'Name',
            cell: ({ name }) => <b className="wrap-anywhere">{name}</b>,
          },
          { name: 'row', header: 'Row', align: 'end', cell: ({ row }) => row },
          {
            name: 'says',
            header: 'What to know',
            isPlain: true,
            cell: ({ problems, notes }) => (
              <ul className="text-sm">
                {problems.map((problem) => (
                  <li key={problem} className="font-semibold text-danger">
                    {problem}
                  </li>
                ))}
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            ),
          },
        ]}
      />
      {rows.length > MOST_SHOWN && (
        <p className="text-ink-soft">
          The first {MOST_SHOWN} of {rows.length} are shown.
        </p>
      )}
    </>
  );
}
