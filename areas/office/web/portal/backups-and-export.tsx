import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SystemReply } from '#areas/office/calls/system.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import {
  fetchExport,
  sendBackUpNow,
  systemQuery,
} from '#areas/office/web/portal/system-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

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
  const client = useQueryClient();
  const { showToast } = useToast();
  const backUp = useMutation({
    mutationFn: sendBackUpNow,
    onSuccess: ({ file }) =>
      showToast({ title: 'Backup Made', description: file, tone: 'success' }),
    onError: (error) =>
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' }),
    onSettled: () => client.invalidateQueries(systemQuery),
  });
  return (
    <Button
      size="small"
      className="justify-self-start"
      busy={backUp.isPending}
      busyLabel="Backing up…"
      onClick={() => backUp.mutate()}
    >
      Back up now
    </Button>
  );
}

function ExportButton() {
  const { showToast } = useToast();
  const confirmFirst = useConfirmFirst();
  const download = useMutation({
    mutationFn: () => confirmFirst(fetchExport),
    onSuccess: (file) => {
      saveFile(file);
      showToast({ title: 'Export Downloaded', description: file.name, tone: 'success' });
    },
    onError: (error) => {
      if (error instanceof NotConfirmed) return;
      showToast({ title: 'Error', description: describeFailure(error), tone: 'error' });
    },
  });
  return (
    <Button
      variant="secondary"
      size="small"
      className="justify-self-start"
      busy={download.isPending}
      busyLabel="Collecting…"
      onClick={() => download.mutate()}
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
