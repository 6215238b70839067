import { type InviteReply, withdrawInvite } from '#areas/staff/calls/staff.ts';
import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { call } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { staffQuery } from '#areas/staff/web/portal/staff-queries.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';

/** Invitations not used yet. */
export function InviteTable({ invites }: { invites: readonly InviteReply[] }) {
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
    <Button
      variant="quiet"
      size="small"
      busy={withdraw.isBusy}
      aria-label={`Withdraw the invitation for ${email}`}
      onClick={() => withdraw.run()}
    >
      Withdraw
    </Button>
  );
}
