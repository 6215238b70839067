import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { type StaffAccountReply, updateStaff } from '#areas/staff/calls/staff.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { RoleField } from './role-field.tsx';
import { useStaffChange } from './use-staff-change.ts';

type RoleDialogProps = { account: StaffAccountReply; onClose: () => void };

export function RoleDialog({ account, onClose }: RoleDialogProps) {
  const { id, email } = account;
  const formId = useId();
  const confirmFirst = useConfirmFirst();
  const [role, setRole] = useState(account.role);
  const change = useMutation({
    ...useStaffChange({
      mutationFn: () => confirmFirst(() => call(updateStaff, { params: { id }, body: { role } })),
      onSuccess: onClose,
      done: 'Role Changed',
    }),
    // Said in the dialog, where it can be chosen again.
    onError: () => {},
  });
  const isRefused = change.error && !(change.error instanceof NotConfirmed);

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (role === account.role) onClose();
    else if (!change.isPending) change.mutate(undefined);
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change role"
      actions={
        <Button
          type="submit"
          form={formId}
          size="small"
          busy={change.isPending}
          busyLabel="Saving…"
        >
          Save
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p className="break-words">
          From their next step on, {email} sees and does what the new role may. They stay signed in.
        </p>
        <RoleField label="Role" value={role} onChange={setRole} />
        {isRefused && (
          <Notice tone="error" announce="now">
            {describeFailure(change.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
