import { DialogButton } from '#platform/web/ui/form/dialog-button.tsx';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import {
  endStaffSessions,
  type LinkReply,
  makeResetLink,
  type StaffAccountReply,
  updateStaff,
} from '#areas/staff/calls/staff.ts';
import { staffQuery } from './staff-queries.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SignedInDialog } from './signed-in-dialog.tsx';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { RoleField } from './role-field.tsx';

type StaffActionsProps = {
  account: StaffAccountReply;
  isSelf: boolean;
  onLink: (link: LinkReply) => void;
};

export function StaffActions({ account, isSelf, onLink }: StaffActionsProps) {
  const { id, email, isActive, lastUsedAt } = account;
  const told = { refresh: [staffQuery], toastsFailure: true };
  const link = useChange(() => call(makeResetLink, { params: { id } }), {
    ...told,
    onDone: onLink,
  });
  const setActive = useChange(
    (active: boolean) => call(updateStaff, { params: { id }, body: { isActive: active } }),
    { ...told, says: isActive ? 'Account Disabled' : 'Account Enabled' },
  );
  const endSessions = useChange(() => call(endStaffSessions, { params: { id } }), {
    ...told,
    says: 'Signed Out',
  });

  async function askToDisable() {
    const text = `${email} will be signed out immediately and cannot sign in until someone enables the account again.`;
    if (await confirm({ title: 'Disable account', text, act: 'Disable' })) setActive.run(false);
  }
  async function askToSignOut() {
    const text = isSelf
      ? 'You will be signed out on every other device, and your API tokens stop working.'
      : `${email} will be signed out on every device, and their API tokens stop working.`;
    if (await confirm({ title: 'Sign out', text, act: 'Sign out' })) endSessions.run();
  }

  return (
    <div className="flex flex-wrap gap-1 max-md:-mx-3 md:justify-end xl:flex-nowrap">
      <DialogButton
        variant="quiet"
        size="small"
        aria-label={`Change role of ${email}`}
        dialog={(close) => <RoleDialog account={account} onClose={close} />}
      >
        Role
      </DialogButton>
      {lastUsedAt && (
        <DialogButton
          variant="quiet"
          size="small"
          aria-label={`Lost phone of ${email}`}
          dialog={(close) => <SignedInDialog account={account} onClose={close} />}
        >
          Lost phone
        </DialogButton>
      )}
      {isActive && (
        <Button
          variant="quiet"
          size="small"
          busy={link.isBusy}
          aria-label={`Reset link for ${email}`}
          onClick={() => link.run()}
        >
          Reset link
        </Button>
      )}
      {lastUsedAt && (
        <Button
          variant="quiet"
          size="small"
          busy={endSessions.isBusy}
          aria-label={isSelf ? 'Sign out elsewhere' : `Sign out ${email}`}
          onClick={() => void askToSignOut()}
        >
          {isSelf ? 'Sign out elsewhere' : 'Sign out'}
        </Button>
      )}
      {!isSelf && (
        <Button
          variant="quiet"
          size="small"
          busy={setActive.isBusy}
          aria-label={`${isActive ? 'Disable' : 'Enable'} ${email}`}
          onClick={() => (isActive ? void askToDisable() : setActive.run(true))}
        >
          {isActive ? 'Disable' : 'Enable'}
        </Button>
      )}
    </div>
  );
}

type RoleDialogProps = { account: StaffAccountReply; onClose: () => void };

function RoleDialog({ account, onClose }: RoleDialogProps) {
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
