import type { LinkReply, StaffAccountReply } from '#areas/staff/calls/staff.ts';
import { ROLE_TEXTS } from '#platform/rules/roles.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { StaffActions } from './staff-actions.tsx';

type StaffTableProps = {
  staff: readonly StaffAccountReply[];
  onLink: (link: LinkReply) => void;
};

export function StaffTable({ staff, onLink }: StaffTableProps) {
  const self = useSignedIn();
  const formatInstant = useFormatInstant();
  return (
    <DataTable
      caption="Staff accounts"
      rows={staff}
      keyOf={({ id }) => id}
      isFaded={({ isActive }) => !isActive}
      columns={[
        {
          name: 'who',
          header: 'Name',
          isPlain: true,
          cell: (account) => <Who account={account} isSelf={account.id === self.id} />,
        },
        { name: 'role', header: 'Role', cell: ({ role }) => ROLE_TEXTS[role].name },
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
