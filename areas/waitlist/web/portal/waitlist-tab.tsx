import { useQuery } from '@tanstack/react-query';
import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useState } from 'react';
import { useConfig } from '#areas/business/web/page-data.ts';
import { fetchWaitlistFile, waitlistQuery } from './waitlist-entries-queries.ts';
import { ConfirmedDownload } from '#platform/web/navigation/confirmed-download.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { SearchField } from '#platform/web/ui/form/search-field.tsx';
import { WaitlistTable } from './waitlist-table.tsx';
import { WavesCard } from './waves-card.tsx';
import { FREQUENT_FROM_MEALS, summariseWaitlist } from '#areas/waitlist/rules/waitlist-summary.ts';
import { StatList, type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';
import { demandBySuburb, type SuburbDemand } from '#areas/waitlist/rules/suburb-demand.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { namesOfSuburb } from '#areas/business/rules/served-suburbs.ts';
import { isFoundBy } from '#platform/rules/search-key.ts';

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
        <ConfirmedDownload fetchFile={fetchWaitlistFile} done="Waitlist Downloaded">
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
