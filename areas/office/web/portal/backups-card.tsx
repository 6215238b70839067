import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { formatMinuteOfDay } from '#platform/rules/zoned-time.ts';
import {
  type BackupsReply,
  backUpNow,
  getRecoverySheet,
  proveRecoverySheet,
  SheetProof,
} from '#areas/office/calls/system-page.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { call, callForFile } from '#platform/web/api/client.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CONNECTION_TITLES } from '#platform/rules/connections.ts';
import { ConnectionWork } from '#areas/office/web/portal/going-live/connection-work.tsx';
import { goingLiveQuery, systemQuery } from './office-queries.ts';

export function BackupsCard({ backup }: { backup: BackupsReply }) {
  return (
    <Card as="section" aria-label="Backups" className="grid gap-5">
      <div className="grid gap-3">
        <h3 className="text-lg">Backups</h3>
        <LastBackup backup={backup} />
        <LastRehearsal rehearsal={backup.rehearsal} />
        <BackUpButton />
      </div>
      <RecoverySheet backup={backup} />
      <Copies />
    </Card>
  );
}

function LastBackup({ backup: { last, hour } }: { backup: BackupsReply }) {
  const formatInstant = useFormatInstant();
  return (
    <p>
      {last
        ? `Last made ${formatInstant(last.madeAt)}: ${last.file}, ${kilobytes(last.bytes)}.`
        : 'No backup yet.'}{' '}
      {hour === null
        ? 'Automatic backups are off, because BACKUP_HOUR says so.'
        : `A backup is made automatically each day at ${formatMinuteOfDay(hour * 60)}.`}
    </p>
  );
}

/** Each month the newest backup is restored beside ours. */
function LastRehearsal({ rehearsal }: { rehearsal: BackupsReply['rehearsal'] }) {
  const formatInstant = useFormatInstant();
  if (rehearsal === null) return null;
  const when = formatInstant(rehearsal.at);
  return (
    <p>
      {rehearsal.ok ? `Rehearsed ${when}.` : `The rehearsal of ${when} failed.`} {rehearsal.says}
    </p>
  );
}

function BackUpButton() {
  const backUp = useChange(() => call(backUpNow, {}), {
    refresh: [systemQuery],
    says: ({ file }) => ({ title: 'Backup Made', description: file }),
    toastsFailure: true,
  });
  return (
    <ChangeButton
      change={backUp}
      variant="primary"
      className="justify-self-start"
      busyLabel="Backing up…"
    >
      Back up now
    </ChangeButton>
  );
}

/** What opens new backups, and what the sheet is for. */
export function backupKeyText(encryptedBy: BackupsReply['encryptedBy']): string {
  if (encryptedBy === 'passphrase')
    return 'New backups are encrypted with BACKUP_PASSPHRASE: without it nobody can open them. The recovery sheet has the key to what was entered under Going live.';
  const now =
    encryptedBy === 'key'
      ? 'New backups are encrypted with the recovery key.'
      : 'Not saved. Until then backups stay unencrypted, and no copy leaves this machine.';
  return `${now} The key is on the recovery sheet: without it nobody can open them.`;
}

function RecoverySheet({ backup }: { backup: BackupsReply }) {
  const { encryptedBy, isSheetSaved } = backup;
  return (
    <div className="grid gap-3">
      <h4 className="font-semibold">Recovery sheet</h4>
      <p>{backupKeyText(encryptedBy)}</p>
      <DialogButton
        variant={isSheetSaved ? 'secondary' : 'primary'}
        size="small"
        className="justify-self-start"
        dialog={(close) => <SheetDialog onClose={close} />}
      >
        {isSheetSaved ? 'Show the sheet again' : 'Save the sheet'}
      </DialogButton>
    </div>
  );
}

/** Another machine has them when this one is gone. */
function Copies() {
  return (
    <div className="grid gap-3">
      <h4 className="font-semibold">{CONNECTION_TITLES.copies}</h4>
      <ConnectionWork kind="copies">{({ says }) => <p>{says}</p>}</ConnectionWork>
    </div>
  );
}

/** First the sheet, then what shows that it was read. */
export function SheetDialog({ onClose }: { onClose: () => void }) {
  const download = useChange(() => callForFile(getRecoverySheet, {}), { onDone: saveFile });
  const form = useForm({
    initial: { ending: '' },
    check: SheetProof,
    send: (body) => call(proveRecoverySheet, { body }),
    refresh: [systemQuery, goingLiveQuery],
    says: () => ({
      title: 'Recovery Sheet Saved',
      description: 'New backups are encrypted from now on.',
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Recovery sheet"
      submitLabel="I have saved it"
      busyLabel="Checking…"
    >
      <p>
        One page with the key to your backups. Print it, and keep it away from this machine. Anyone
        who has it and a backup can read everything.
      </p>
      <ChangeButton
        change={download}
        variant="secondary"
        className="justify-self-start"
        busyLabel="Drawing…"
      >
        Download the sheet
      </ChangeButton>
      <FailureNotice failure={download.failure} title="We couldn’t draw the sheet" />
      <TextField
        label="Last six characters of the key"
        hint="From the printed or saved sheet"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={12}
        {...form.text('ending')}
      />
    </FormDialog>
  );
}

function kilobytes(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000)} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
