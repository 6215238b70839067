import type { WaitlistEntryReply } from '#areas/waitlist/calls/waitlist.ts';
import { demandBySuburb, type SuburbDemand } from '#areas/waitlist/rules/suburb-demand.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { type Column, DataTable } from '#platform/web/ui/layout/data-table.tsx';

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
export function SuburbDemandCard({ entries }: { entries: readonly WaitlistEntryReply[] }) {
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
