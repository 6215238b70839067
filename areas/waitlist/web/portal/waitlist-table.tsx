import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import {
  removeFromWaitlist,
  waitlistQuery,
  sendServedMark,
} from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
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
import { invitationStateOf, isServedPerson } from '#areas/waitlist/rules/invitation-wave.ts';
import { useSort } from '#platform/web/portal/list-page.tsx';

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

type EntryCellProps = { entry: WaitlistEntryReply };

function SuburbCell({ entry }: EntryCellProps) {
  const { suburbs } = useConfig().business;
  return (
    <>
      {entry.suburb}
      <span className="block text-sm text-ink-soft">
        {isServedPerson(entry, suburbs) ? 'Served' : 'Not served'}
        {entry.servedMark !== null && ', marked by staff'}
      </span>
    </>
  );
}

/** A tap marks the opposite of what is shown; the same as the suburb says needs no mark. */
function ServedButton({ entry }: EntryCellProps) {
  const { suburbs } = useConfig().business;
  const isServed = isServedPerson(entry, suburbs);
  const isServedBySuburb = isServedPerson({ ...entry, servedMark: null }, suburbs);
  const marking = useChange(
    () => sendServedMark(entry.id, isServed === isServedBySuburb ? !isServed : null),
    { refresh: [waitlistQuery], toastsFailure: true },
  );
  return (
    <Button
      variant="quiet"
      size="small"
      className="max-md:-ml-4 max-md:min-h-11"
      busy={marking.isBusy}
      busyLabel="Marking…"
      onClick={() => marking.run()}
    >
      {isServed ? 'Mark not served' : 'Mark served'}
      <VisuallyHidden> {entry.name ?? entry.email}</VisuallyHidden>
    </Button>
  );
}

const STATUS_WORDS = { waiting: 'Waiting', ordered: 'Ordered', unsubscribed: 'Unsubscribed' };

const INVITATION_WORDS = {
  waiting: 'Invitation on its way',
  kept: 'Invitation saved, not sent',
  failed: 'Invitation failed',
};

function StatusCell({ entry }: EntryCellProps) {
  const { timeZone } = useConfig().business;
  const { invitation } = entry;
  const state = invitationStateOf(entry);
  const joined = (at: string) => formatJoined(Date.parse(at), timeZone);
  const invited =
    invitation &&
    (invitation.state === 'sent'
      ? `Invited ${joined(invitation.at)}`
      : INVITATION_WORDS[invitation.state]);
  if (state === 'invited') return invited;
  return (
    <>
      {state === 'ordered' && entry.orderedAt !== null
        ? `Ordered ${joined(entry.orderedAt)}`
        : STATUS_WORDS[state]}
      {invited && <span className="block text-sm text-ink-soft">{invited}</span>}
    </>
  );
}
