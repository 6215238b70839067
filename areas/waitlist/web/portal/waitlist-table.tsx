import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { formatJoined } from '#areas/waitlist/rules/waitlist-summary.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { EmailAddress } from '#platform/web/ui/layout/email-address.tsx';
import { ServedButton, StatusCell, SuburbCell } from './entry-cells.tsx';

type WaitlistTableProps = {
  entries: readonly WaitlistEntryReply[];
  onRemove: (entry: WaitlistEntryReply) => void;
};

export function WaitlistTable({ entries, onRemove }: WaitlistTableProps) {
  const { timeZone } = useConfig().business;
  const columns: Column<WaitlistEntryReply>[] = [
    { name: 'name', header: 'Name', cell: (entry) => <NameCell entry={entry} /> },
    {
      name: 'email',
      header: 'Email',
      cell: ({ email }) => (
        <a href={paths.email(email)} className="underline underline-offset-4">
          <EmailAddress address={email} />
        </a>
      ),
    },
    { name: 'phone', header: 'Phone', cell: ({ phone }) => <PhoneCell phone={phone} /> },
    { name: 'suburb', header: 'Suburb', cell: (entry) => <SuburbCell entry={entry} /> },
    {
      name: 'meals',
      header: 'Meals/Week',
      align: 'end',
      cell: ({ mealsPerWeek }) => mealsPerWeek ?? 'Not specified',
    },
    {
      name: 'joined',
      header: 'Joined',
      cell: ({ createdAt }) => (
        <span className="whitespace-nowrap">{formatJoined(Date.parse(createdAt), timeZone)}</span>
      ),
    },
    { name: 'status', header: 'Status', cell: (entry) => <StatusCell entry={entry} /> },
    {
      name: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      isPlain: true,
      cell: (entry) => (
        <div className="flex flex-wrap gap-x-2">
          <ServedButton entry={entry} />
          <Button
            variant="quiet"
            size="small"
            className="max-md:-mx-4 max-md:min-h-11"
            onClick={() => onRemove(entry)}
          >
            Remove<VisuallyHidden> {entry.name ?? entry.email}</VisuallyHidden>
          </Button>
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="People on the waitlist, newest first"
      columns={columns}
      rows={entries}
      keyOf={({ id }) => id}
      isFaded={({ unsubscribedAt }) => unsubscribedAt !== null}
    />
  );
}

function NameCell({ entry }: { entry: WaitlistEntryReply }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 font-semibold max-md:justify-end">
      {entry.name ?? <NotGiven />}
    </span>
  );
}

function PhoneCell({ phone }: { phone: string | null }) {
  if (phone === null || phone === '') return <NotGiven />;
  return (
    <a href={paths.phone(phone)} className="whitespace-nowrap underline underline-offset-4">
      {phone}
    </a>
  );
}

function NotGiven() {
  return (
    <span className="font-normal text-ink-soft">
      <span aria-hidden="true">–</span>
      <VisuallyHidden>Not given</VisuallyHidden>
    </span>
  );
}
