import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useId, useState } from 'react';
import { inviteStaff, InviteStaffRequest, type LinkReply } from '#areas/staff/calls/staff.ts';
import { INVITED_ROLE, type StaffRole } from '#platform/rules/roles.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { NotConfirmed, useConfirmFirst } from '#platform/web/api/confirm-first.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { RoleField } from './role-field.tsx';

type InviteDialogProps = {
  open: boolean;
  onClose: () => void;
  onInvited: (link: LinkReply) => void;
};

export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  const formId = useId();
  const client = useQueryClient();
  const confirmFirst = useConfirmFirst();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>(INVITED_ROLE);
  const [problem, setProblem] = useState<string | null>(null);
  const invite = useMutation({
    mutationFn: () =>
      confirmFirst(() => call(inviteStaff, { body: { email: email.trim(), role } })),
    onSuccess: async (link) => {
      setEmail('');
      setRole(INVITED_ROLE);
      onInvited(link);
      await client.invalidateQueries(staffQuery);
    },
    onError: (error) => {
      setProblem(error instanceof NotConfirmed ? null : describeFailure(error));
    },
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const { email: found = null } = checkFields(InviteStaffRequest, { email: email.trim() });
    setProblem(found);
    if (found === null && !invite.isPending) invite.mutate();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite a colleague"
      actions={
        <Button
          type="submit"
          form={formId}
          size="small"
          busy={invite.isPending}
          busyLabel="Creating link…"
        >
          Create link
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <p>They choose their own password with a link that works for 24 hours.</p>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          value={email}
          error={problem}
          onChange={(event) => {
            setEmail(event.target.value);
            setProblem(null);
          }}
        />
        <RoleField label="Role" value={role} onChange={setRole} />
      </form>
    </Dialog>
  );
}
