import { useQuery } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import {
  type LinkReply,
  inviteStaff,
  InviteStaffRequest,
  type InviteReply,
  withdrawInvite,
  type StaffAccountReply,
} from '#areas/staff/calls/staff.ts';
import { staffQuery } from './staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { CopyField } from '#platform/web/ui/form/dialog-button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { INVITED_ROLE, ROLE_TEXTS, STAFF_ROLES } from '#platform/rules/roles.ts';
import { call } from '#platform/web/api/client.ts';
import { checkFields } from '#platform/web/api/field-errors.ts';
import { useForm } from '#platform/web/api/use-form.ts';
import { FormDialog } from '#platform/web/ui/form/form-dialog.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { RoleField, StaffActions } from './staff-actions.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useSort } from '#platform/web/portal/list-page.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { useSignedIn } from '#platform/web/api/session.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

export function StaffSection() {
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<LinkReply | null>(null);

  function showInvitation(invitation: LinkReply) {
    setInviting(false);
    setLink(invitation);
  }

  return (
    <section aria-label="Staff" className="grid gap-4 py-5">
      <div className="flex justify-end">
        <Button size="small" onClick={() => setInviting(true)}>
          Invite a colleague
        </Button>
      </div>
      <Loaded query={useQuery(staffQuery)} what="the staff">
        {({ staff, invites }) => (
          <>
            <StaffTable staff={staff} onLink={setLink} />
            {invites.length > 0 && <InviteTable invites={invites} />}
          </>
        )}
      </Loaded>
      <InviteDialog
        open={isInviting}
        onClose={() => setInviting(false)}
        onInvited={showInvitation}
      />
      <OneTimeLinkDialog link={link} onClose={() => setLink(null)} />
    </section>
  );
}

/** A link that is shown only once. Null: closed. */
function OneTimeLinkDialog({ link, onClose }: { link: LinkReply | null; onClose: () => void }) {
  const formatInstant = useFormatInstant();
  return (
    <Dialog open={link !== null} onClose={onClose} title="A link for one person" done="Done">
      {link && (
        <div className="grid gap-4">
          <p>
            Send this link to <strong className="break-all">{link.email}</strong> yourself. We show
            it only once. It works once and expires {formatInstant(link.expiresAt)}.
          </p>
          <CopyField label="Link" value={link.url} />
        </div>
      )}
    </Dialog>
  );
}

type InviteDialogProps = {
  open: boolean;
  onClose: () => void;
  onInvited: (link: LinkReply) => void;
};

function InviteDialog({ open, onClose, onInvited }: InviteDialogProps) {
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
      <RoleField {...form.field('role')} />
    </FormDialog>
  );
}

/** Invitations not used yet. */
function InviteTable({ invites }: { invites: readonly InviteReply[] }) {
  const formatInstant = useFormatInstant();
  return (
    <div className="grid gap-2">
      <h2 className="text-lg">Open invitations</h2>
      <DataTable
        caption="Open invitations"
        rows={invites}
        keyOf={({ email }) => email}
        columns={[
          {
            name: 'email',
            header: 'Email',
            cell: ({ email }) => <span className="break-all">{email}</span>,
          },
          { name: 'role', header: 'Role', cell: ({ role }) => ROLE_TEXTS[role].name },
          {
            name: 'expires',
            header: 'Expires',
            cell: ({ expiresAt }) => formatInstant(expiresAt),
          },
          {
            name: 'actions',
            header: <span className="sr-only">Actions</span>,
            cell: ({ email }) => <WithdrawButton email={email} />,
            align: 'end',
            isPlain: true,
          },
        ]}
      />
    </div>
  );
}

function WithdrawButton({ email }: { email: string }) {
  const withdraw = useChange(() => call(withdrawInvite, { params: { email } }), {
    refresh: [staffQuery],
    says: 'Invitation Withdrawn',
    toastsFailure: true,
  });
  return (
    <ChangeButton change={withdraw} aria-label={`Withdraw the invitation for ${email}`}>
      Withdraw
    </ChangeButton>
  );
}

type StaffTableProps = {
  staff: readonly StaffAccountReply[];
  onLink: (link: LinkReply) => void;
};

function StaffTable({ staff, onLink }: StaffTableProps) {
  const self = useSignedIn();
  const formatInstant = useFormatInstant();
  return (
    <DataTable
      caption="Staff accounts"
      rows={staff}
      keyOf={({ id }) => id}
      isFaded={({ isActive }) => !isActive}
      sorted={useSort().sorted}
      columns={[
        {
          name: 'who',
          header: 'Name',
          isPlain: true,
          sorts: 'up',
          by: ({ firstName, lastName, email }) =>
            (`${firstName} ${lastName}`.trim() || email).toLowerCase(),
          cell: (account) => <Who account={account} isSelf={account.id === self.id} />,
        },
        {
          name: 'role',
          header: 'Role',
          sorts: 'up',
          by: ({ role }) => STAFF_ROLES.indexOf(role),
          cell: ({ role }) => ROLE_TEXTS[role].name,
        },
        {
          name: 'status',
          header: 'Status',
          cell: ({ isActive }) => (
            <Badge variant={isActive ? 'default' : 'outline'}>
              {isActive ? 'Active' : 'Disabled'}
            </Badge>
          ),
        },
        {
          name: 'second-factor',
          header: 'Two-step sign-in',
          cell: ({ twoFactorEnabled }) => (twoFactorEnabled ? 'On' : 'Off'),
        },
        {
          name: 'last-used',
          header: 'Last seen',
          sorts: 'down',
          by: ({ lastUsedAt }) => lastUsedAt,
          cell: ({ lastUsedAt }) => (lastUsedAt ? formatInstant(lastUsedAt) : 'Never'),
        },
        {
          name: 'actions',
          header: <span className="sr-only">Actions</span>,
          isPlain: true,
          align: 'end',
          cell: (account) => (
            <StaffActions account={account} isSelf={account.id === self.id} onLink={onLink} />
          ),
        },
      ]}
    />
  );
}

function Who({ account, isSelf }: { account: StaffAccountReply; isSelf: boolean }) {
  const name = `${account.firstName} ${account.lastName}`.trim();
  return (
    <div className="grid min-w-0">
      <span className="font-semibold">
        {name || account.email}
        {isSelf && <span className="font-normal text-ink-soft"> (you)</span>}
      </span>
      {name && <span className="text-sm break-all text-ink-soft">{account.email}</span>}
    </div>
  );
}
