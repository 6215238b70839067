import type { DueWorkReply } from '#contract/system.ts';
import { WORK_KIND_LABELS } from '#domain/operation/due-work.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { DataTable } from '#web/ui/layout/data-table.tsx';

/** What is tried until it is done, and how far behind it is. */
export function DueWorkTable({ work }: { work: readonly DueWorkReply[] }) {
  const formatInstant = useFormatInstant();
  return (
    <Card as="section" aria-label="Due work" className="grid gap-3">
      <h3 className="text-lg">Due work</h3>
      <p>We retry this work automatically until it is done or given up.</p>
      <DataTable
        caption="Due work"
        rows={work}
        keyOf={({ kind }) => kind}
        columns={[
          { name: 'kind', header: 'Work', cell: ({ kind }) => WORK_KIND_LABELS[kind] },
          { name: 'due', header: 'Due', align: 'end', cell: ({ due }) => due },
          { name: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => waiting },
          { name: 'givenUp', header: 'Given up', align: 'end', cell: ({ givenUp }) => givenUp },
          {
            name: 'oldest',
            header: 'Oldest',
            cell: ({ oldestSince }) => (oldestSince === null ? 'None' : formatInstant(oldestSince)),
          },
        ]}
      />
    </Card>
  );
}
