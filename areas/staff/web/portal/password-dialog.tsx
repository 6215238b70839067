import { ownSessionsQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { changePassword, ChangePasswordRequest, PASSWORD_LENGTH } from '#platform/calls/sign-in.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: ChangePasswordRequest,
    send: (body) => call(changePassword, { body }),
    refresh: [ownSessionsQuery],
    says: () => ({
      title: 'Password Changed',
      description: 'You’re signed out everywhere else, and your API tokens are revoked.',
      tone: 'success',
    }),
    onDone: onClose,
  });
  return (
    <FormDialog form={form} onClose={onClose} title="Change password" submitLabel="Change password">
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        {...form.text('currentPassword')}
      />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.min} characters`}
        autoComplete="new-password"
        {...form.text('newPassword')}
      />
    </FormDialog>
  );
}
