import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { AFTER_CONNECTING, sendConnection } from '../office-queries.ts';

type CopiesDialogProps = { row: ConnectionReply; onClose: () => void };

const textOf = (shown: ConnectionReply['shown'], name: string) => String(shown?.[name] ?? '');

/** A bucket that speaks S3. It takes, gives back and deletes a kilobyte before it is stored. */
export function CopiesDialog({ row: { shown, version, source }, onClose }: CopiesDialogProps) {
  const form = useForm({
    initial: {
      endpoint: textOf(shown, 'endpoint'),
      region: textOf(shown, 'region'),
      bucket: textOf(shown, 'bucket'),
      folder: textOf(shown, 'folder'),
      accessKeyId: '',
      secretAccessKey: '',
    },
    send: (values) => sendConnection('copies', { version, values }),
    refresh: AFTER_CONNECTING,
    says: ({ says }) => ({
      title: 'Bucket Connected',
      description: says.join(' '),
      tone: 'success',
    }),
    onDone: onClose,
  });
  const plain = { autoComplete: 'off', spellCheck: false };
  const keep = source === 'here' ? 'Leave both keys empty to keep them.' : undefined;
  return (
    <FormDialog
      form={form}
      title="Copies elsewhere"
      submitLabel="Try it and save"
      busyLabel="Trying…"
      onClose={onClose}
    >
      <p>
        A bucket of any service that speaks S3. Choose another provider, or another place, than the
        one your kitchen runs on.
      </p>
      <TextField
        label="Address of the service"
        hint="Like https://s3.ap-southeast-2.amazonaws.com"
        inputMode="url"
        {...plain}
        {...form.text('endpoint')}
      />
      <TextField
        label="Region"
        hint="Like ap-southeast-2, or auto"
        {...plain}
        {...form.text('region')}
      />
      <TextField label="Bucket" {...plain} {...form.text('bucket')} />
      <TextField label="Folder (optional)" {...plain} {...form.text('folder')} />
      <TextField label="Access key" hint={keep} {...plain} {...form.text('accessKeyId')} />
      <PasswordField label="Secret key" autoComplete="off" {...form.text('secretAccessKey')} />
    </FormDialog>
  );
}
