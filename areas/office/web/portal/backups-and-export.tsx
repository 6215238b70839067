import type { SystemReply } from '#areas/office/calls/system.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import {
  fetchExport,
  sendBackUpNow,
  systemQuery,
} from '#areas/office/web/portal/system-queries.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** Backups restore an installation; the export is for other programs. */
export function BackupsAndExport({ backup }: { backup: SystemReply['backup'] }) {
  const formatInstant = useFormatInstant();
  const { last, hour } = backup;
  return (
    <Card as="section" aria-label="Backups and export" className="grid gap-5">
      <div className="grid gap-3">
        <h3 className="text-lg">Backup</h3>
        <p>
          {last
            ? `Last made ${formatInstant(last.madeAt)}: ${last.file}, ${kilobytes(last.bytes)}.`
            : 'No backup yet.'}{' '}
          {hour === null
            ? 'Automatic backups are off. Set BACKUP_HOUR to turn them on.'
            : `A backup is made automatically each day after ${hour}:00.`}
        </p>
        <BackUpButton />
      </div>
      <div className="grid gap-3">
        <h3 className="text-lg">Export</h3>
        <p>
          Everything as CSV and JSON in one zip file, for spreadsheets and other programs. It
          contains customers’ names and addresses: store it securely.
        </p>
        <ExportButton />
      </div>
    </Card>
  );
}

function BackUpButton() {
  const backUp = useChange(sendBackUpNow, {
    refresh: [systemQuery],
    says: ({ file }) => ({ title: 'Backup Made', description: file, tone: 'success' }),
    toastsFailure: true,
  });
  return (
    <Button
      size="small"
      className="justify-self-start"
      busy={backUp.isBusy}
      busyLabel="Backing up…"
      onClick={() => backUp.run()}
    >
      Back up now
    </Button>
  );
}

function ExportButton() {
  const download = useChange(fetchExport, {
    onDone: saveFile,
    says: ({ name }) => ({ title: 'Export Downloaded', description: name, tone: 'success' }),
    toastsFailure: true,
  });
  return (
    <Button
      variant="secondary"
      size="small"
      className="justify-self-start"
      busy={download.isBusy}
      busyLabel="Collecting…"
      onClick={() => download.run()}
    >
      Export everything
    </Button>
  );
}

function kilobytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
