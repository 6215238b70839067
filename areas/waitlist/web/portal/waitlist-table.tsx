import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { removeFromWaitlist, waitlistQuery } from './waitlist-entries-queries.ts';
import { confirm } from '#platform/web/ui/feedback/confirm.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { useQueryClient } from '@tanstack/react-query';
import { formatJoined } from '#areas/waitlist/rules/waitlist-summary.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import { useSort } from '#platform/web/portal/list-page.tsx';
import { ServedButton, StatusCell, SuburbCell } from './entry-cells.tsx';

export function WaitlistTable({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { timeZone } = useConfig().business;
  const { sorted } = useSort();
  const columns: Column<WaitlistEntryReply>[] = [
    {
      name: 'name',
      header: 'Name',
      sorts: 'up',
      by: ({ name }) => name?.toLowerCase() ?? null,
      cell: (entry) => <NameCell entry={entry} />,
    },
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
    {
      name: 'suburb',
      header: 'Suburb',
      sorts: 'up',
      by: ({ suburb }) => suburb?.toLowerCase() ?? null,
      cell: (entry) => <SuburbCell entry={entry} />,
    },
    {
      name: 'meals',
      header: 'Meals/Week',
      align: 'end',
      sorts: 'down',
      by: (entry) => entry.mealsPerWeek,
      cell: ({ mealsPerWeek }) => mealsPerWeek ?? 'Not specified',
    },
    {
      name: 'joined',
      header: 'Joined',
      sorts: 'down',
      by: ({ createdAt }) => createdAt,
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
          <RemoveButton entry={entry} />
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="People on the waitlist"
      sorted={{ ...sorted, sort: sorted.sort || '-joined' }}
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

function RemoveButton({ entry: { id, name, email } }: { entry: WaitlistEntryReply }) {
  const client = useQueryClient();
  const removal = useChange(() => removeFromWaitlist(id), {
    onDone: () =>
      client.setQueryData(waitlistQuery.queryKey, (entries) =>
        entries?.filter((other) => other.id !== id),
      ),
    says: () => ({
      title: 'Entry Removed',
      description: `${email} is off the waitlist.`,
      tone: 'success',
    }),
    toastsFailure: 'Failed to remove waitlist entry. Please try again.',
  });
  async function ask() {
    const isSure = await confirm({
      title: 'Remove from the waitlist',
      text: `Remove ${name ? `${name} (${email})` : email} from the waitlist? They will not hear from us when we launch. This action cannot be undone.`,
      act: 'Remove',
    });
    if (isSure) removal.run();
  }
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-md:-mx-4 max-md:min-h-11"
      busy={removal.isBusy}
      busyLabel="Removing…"
      onClick={() => void ask()}
    >
      Remove<VisuallyHidden> {name ?? email}</VisuallyHidden>
    </Button>
  );
}
