import { inviteStaff, InviteStaffRequest, type LinkReply } from '#areas/staff/calls/staff.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { INVITED_ROLE } from '#platform/rules/roles.ts';
import { call } from '#platform/web/api/client.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { RoleField } from './role-field.tsx';

type InviteDialogProps = {
  open: boolean;
  onClose: () => void;
  onInvited: (link: LinkReply) => void;
};

export function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
  const form = useForm({
    initial: { email: '', role: INVITED_ROLE },
    check: ({ email, role }) => checkFields(InviteStaffRequest, { email: email.trim(), role }),
    send: ({ email, role }) => call(inviteStaff, { body: { email: email.trim(), role } }),
    refresh: [staffQuery],
    onDone(link) {
      form.reset();
      onInvited(link);
    },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Invite a colleague"
      submitLabel="Create link"
      busyLabel="Creating link…"
    >
      <p>They choose their own password with a link that works for 24 hours.</p>
      <TextField label="Email" type="email" autoComplete="off" {...form.text('email')} />
      <RoleField label="Role" value={form.values.role} onChange={(role) => form.set({ role })} />
    </FormDialog>
  );
}
