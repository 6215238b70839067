import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, ChangePasswordRequest, PASSWORD_LENGTH } from '#platform/calls/sign-in.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { checkFields, type FieldErrors, fieldErrorsOf } from '#platform/web/api/field-errors.ts';
import { ownSessionsQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';
import { FormDialog } from './form-dialog.tsx';

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { showToast } = useToast();
  const [passwords, setPasswords] = useState({ currentPassword: '', newPassword: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = useMutation({
    mutationFn: () => call(changePassword, { body: passwords }),
    onSuccess: async () => {
      onClose();
      showToast({
        title: 'Password Changed',
        description: 'You’re now signed out everywhere else.',
        tone: 'success',
      });
      await client.invalidateQueries(ownSessionsQuery);
    },
    onError: (error) => {
      const fields = fieldErrorsOf(error);
      setErrors(
        Object.keys(fields).length > 0 ? fields : { currentPassword: describeFailure(error) },
      );
    },
  });

  function submit() {
    const found = checkFields(ChangePasswordRequest, passwords);
    setErrors(found);
    if (Object.keys(found).length === 0) change.mutate();
  }

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change password"
      submitLabel="Change password"
      busy={change.isPending}
      onSubmit={submit}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={passwords.currentPassword}
        error={errors['currentPassword'] ?? null}
        onChange={(event) => setPasswords({ ...passwords, currentPassword: event.target.value })}
      />
      <PasswordField
        label="New password"
        hint={`At least ${PASSWORD_LENGTH.min} characters`}
        autoComplete="new-password"
        value={passwords.newPassword}
        error={errors['newPassword'] ?? null}
        onChange={(event) => setPasswords({ ...passwords, newPassword: event.target.value })}
      />
    </FormDialog>
  );
}
