import { call, callForFile } from '#platform/web/api/client.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChangeButton } from '#platform/web/portal/change-button.tsx';
import {
  type WaitlistEntryReply,
  downloadWaitlist,
  markServed,
  removeWaitlistEntry,
} from '#areas/waitlist/calls/waitlist.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { waitlistQuery } from '#areas/waitlist/web/portal/waitlist-entries-queries.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { WavesCard } from '#areas/waitlist/web/portal/waves-card.tsx';
import {
  FREQUENT_FROM_MEALS,
  summariseWaitlist,
  demandBySuburb,
  type SuburbDemand,
  formatJoined,
} from '#areas/waitlist/rules/waitlist-summary.ts';
import { StatList, type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { namesOfSuburb } from '#areas/business/rules/served-suburbs.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { VisuallyHidden } from '#platform/web/ui/layout/visually-hidden.tsx';
import { EmailAddress } from '#platform/web/ui/layout/change-list.tsx';
import { invitationStateOf, isServedPerson } from '#areas/waitlist/rules/invitation-wave.ts';
import { useSort } from '#platform/web/portal/list-page.tsx';

/** Spec 2: who is waiting for the launch, or for their suburb. */
export function WaitlistTab() {
  const list = useQuery(waitlistQuery);
  return (
    <section className="grid gap-5 py-5">
      <h2 className="text-xl">Waitlist{list.data && ` (${countOf(list.data.length)})`}</h2>
      <Loaded query={list} what="the waitlist">
        {(entries) => <Waitlist entries={entries} />}
      </Loaded>
    </section>
  );
}

function countOf(entries: number): string {
  return entries === 1 ? '1 entry' : `${entries} entries`;
}

function Waitlist({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { suburbs } = useConfig().business;
  const [query, setQuery] = useState('');
  if (entries.length === 0) {
    return (
      <>
        <WaitlistStats entries={entries} />
        <EmptyState title="No waitlist entries yet" />
      </>
    );
  }
  const found = findEntries(entries, query, suburbs);
  return (
    <>
      <WaitlistStats entries={entries} />
      <WavesCard entries={entries} />
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex grow basis-72">
          <SearchField
            label="Search name, email, phone or suburb"
            value={query}
            onChange={setQuery}
          />
        </div>
        <ConfirmedDownload
          fetchFile={() => callForFile(downloadWaitlist, {})}
          done="Waitlist Downloaded"
        >
          Download CSV
        </ConfirmedDownload>
      </div>
      <p role="status" className="-mt-2 text-sm text-ink-soft">
        {query.trim() !== '' && `${countOf(found.length)} of ${entries.length}`}
      </p>
      {found.length > 0 ? (
        <WaitlistTable entries={found} />
      ) : (
        <EmptyState title="No entries match your search" />
      )}
      <SuburbDemandCard entries={entries} />
    </>
  );
}

/** For all entries, whatever the search. */
function WaitlistStats({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { suburbs } = useConfig().business;
  const { total, uniqueSuburbs, frequent, averageMealsPerWeek } = summariseWaitlist(
    entries,
    suburbs,
  );
  return (
    <StatList
      stats={[
        { label: 'Total entries', value: total },
        { label: 'Unique suburbs', value: uniqueSuburbs },
        { label: `${FREQUENT_FROM_MEALS}+ meals/week`, value: frequent },
        {
          label: 'Average meals/week',
          value: averageMealsPerWeek ?? (total === 0 ? 0 : 'Not known'),
        },
      ]}
    />
  );
}

const COLUMNS: Column<SuburbDemand>[] = [
  {
    name: 'suburb',
    header: 'Suburb',
    cell: ({ suburb, isServed }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-semibold max-md:justify-end">
        {suburb}
        <Badge variant={isServed ? 'default' : 'outline'}>
          {isServed ? 'Served' : 'Not served'}
        </Badge>
      </span>
    ),
  },
  { name: 'people', header: 'People', align: 'end', cell: ({ people }) => people },
  { name: 'meals', header: 'Meals a week', align: 'end', cell: describeMeals },
  { name: 'ordered', header: 'Ordered since', align: 'end', cell: ({ ordered }) => ordered },
];

/** Where people wait, and how much they would order. */
function SuburbDemandCard({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { suburbs } = useConfig().business;
  const demand = demandBySuburb(entries, suburbs);
  if (demand.length === 0) return null;
  const elsewhere = demand.filter(({ isServed }) => !isServed);
  const people = elsewhere.reduce((sum, one) => sum + one.people, 0);
  return (
    <Card as="section" aria-label="Demand by suburb" className="grid gap-3">
      <div className="grid gap-1">
        <h3 className="text-lg">Demand by suburb</h3>
        <p className="text-sm text-ink-soft">
          Without people who unsubscribed. “Ordered since” counts people who ordered after they
          joined, by email address.{' '}
          {people > 0 &&
            `Asked for but not served: ${count(elsewhere.length, 'suburb')}, ${people === 1 ? '1 person' : `${people} people`}.`}
        </p>
      </div>
      <DataTable
        caption="People on the waitlist by suburb, most people first"
        columns={COLUMNS}
        rows={demand}
        keyOf={({ suburb }) => suburb}
      />
    </Card>
  );
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** "15 (2 did not say)". */
function describeMeals({ meals, unsaid, people }: SuburbDemand): string {
  if (unsaid === people) return 'Not specified';
  return unsaid === 0 ? String(meals) : `${meals} (${unsaid} did not say)`;
}

/** The entries that match in name, email, phone or suburb, by any of its names; all of them without a search. */
export function findEntries(
  entries: readonly WaitlistEntryReply[],
  query: string,
  suburbs: readonly ServedSuburb[],
): readonly WaitlistEntryReply[] {
  return entries.filter(({ name, email, phone, suburb }) =>
    isFoundBy(query, name, email, phone, suburb, ...namesOfSuburb(suburb, suburbs)),
  );
}

function WaitlistTable({ entries }: { entries: readonly WaitlistEntryReply[] }) {
  const { timeZone } = useConfig().business;
  const { sorted } = useSort();
  const columns: Column<WaitlistEntryReply>[] = [
    {
      name: 'name',
      header: 'Name',
      sorts: 'up',
      by: ({ name }) => name?.toLowerCase() ?? null,
      cell: ({ name }) => <span className="font-semibold">{name ?? <NotGiven />}</span>,
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
  const removal = useChange(() => call(removeWaitlistEntry, { params: { id } }), {
    onDone: () =>
      client.setQueryData(waitlistQuery.queryKey, (entries) =>
        entries?.filter((other) => other.id !== id),
      ),
    says: () => ({ title: 'Entry Removed', description: `${email} is off the waitlist.` }),
    toastsFailure: 'Failed to remove waitlist entry. Please try again.',
  });
  return (
    <ChangeButton
      change={removal}
      asks={{
        title: 'Remove from the waitlist',
        text: `Remove ${name ? `${name} (${email})` : email} from the waitlist? They will not hear from us when we launch. This action cannot be undone.`,
        act: 'Remove',
      }}
      className="max-md:-mx-4 max-md:min-h-11"
      busyLabel="Removing…"
    >
      Remove<VisuallyHidden> {name ?? email}</VisuallyHidden>
    </ChangeButton>
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
  const served = isServed === isServedBySuburb ? !isServed : null;
  const marking = useChange(
    () => call(markServed, { params: { id: entry.id }, body: { served } }),
    { refresh: [waitlistQuery], toastsFailure: true },
  );
  return (
    <ChangeButton change={marking} className="max-md:-ml-4 max-md:min-h-11" busyLabel="Marking…">
      {isServed ? 'Mark not served' : 'Mark served'}
      <VisuallyHidden> {entry.name ?? entry.email}</VisuallyHidden>
    </ChangeButton>
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
