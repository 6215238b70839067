import { type StaffAccountReply, updateStaff } from '#areas/staff/calls/staff.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { RoleField } from './role-field.tsx';

type RoleDialogProps = { account: StaffAccountReply; onClose: () => void };

export function RoleDialog({ account, onClose }: RoleDialogProps) {
  const { id, email, role: before } = account;
  const form = useForm({
    initial: { role: before },
    send: async (body) => {
      if (body.role !== before) await call(updateStaff, { params: { id }, body });
      return body.role !== before;
    },
    refresh: [staffQuery],
    says: (isChanged) => (isChanged ? { title: 'Role Changed', tone: 'success' } : null),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Change role"
      submitLabel="Save"
      busyLabel="Saving…"
    >
      <p className="break-words">
        From their next step on, {email} sees and does what the new role may. They stay signed in.
      </p>
      <RoleField label="Role" value={form.values.role} onChange={(role) => form.set({ role })} />
    </FormDialog>
  );
}
