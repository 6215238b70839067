import { useQuery } from '@tanstack/react-query';
import type { ImportReply } from '#areas/office/calls/imports.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import type { ImportKind } from '#platform/rules/imports.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { importsQuery, sendUndoImport } from './import-queries.ts';
import { countWords } from './import-words.ts';

/** The imports of the last 30 days; nothing while there are none. */
export function PastImports({ kind }: { kind: ImportKind }) {
  const { data: imports = [] } = useQuery(importsQuery(kind));
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
  const undo = useChange(sendUndoImport, {
    says: ({ undone, left }) => ({
      title: 'Import Undone',
      description: `${countWords(kind, undone)} taken back${left > 0 ? `, ${left} left as they are` : ''}.`,
      tone: 'success',
    }),
    toastsFailure: true,
    // Whatever lists it is in.
    refresh: [{}],
  });

  async function ask() {
    const isSure = await confirm({
      title: 'Undo this import?',
      text: `Of the ${countWords(kind, made)} that came with ${fileName}, those go that nobody has changed or ordered since.`,
      act: 'Undo the import',
    });
    if (isSure) undo.run(id);
  }
  return (
    <Button
      variant="quiet"
      size="small"
      busy={undo.isBusy}
      aria-label={`Undo ${fileName}…`}
      onClick={() => void ask()}
    >
      Undo…
    </Button>
  );
}
