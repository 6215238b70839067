import { createPasskey } from '#areas/staff/web/portal/passkeys-queries.ts';
import { ownSecurityQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';

export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => (name.trim() === '' ? { name: 'Please enter a name' } : {}),
    send: ({ name }) => createPasskey(name),
    refresh: [ownSecurityQuery],
    says: 'Passkey Added',
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Add a passkey" submitLabel="Continue">
      <TextField
        label="Where is it?"
        hint="A name to recognise it by, such as kitchen tablet or my phone"
        maxLength={60}
        {...form.text('name')}
      />
    </FormDialog>
  );
}
