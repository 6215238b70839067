import type { ReactNode } from 'react';
import type { SystemReply } from '#areas/office/calls/system.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** Versions and set-up of this installation. */
export function SystemFacts({ system }: { system: SystemReply }) {
  const formatInstant = useFormatInstant();
  const { version, node, startedAt, database, mail, payments, lastCheck, unpaidHolds, disks } =
    system;
  const { applied, known, isCurrent } = database.migrations;
  return (
    <Card as="section" aria-label="Versions and set-up">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Version">
          {version} on Node {node.replace('v', '')}
        </Fact>
        <Fact name="Up since">{formatInstant(startedAt)}</Fact>
        <Fact name="Database">
          PostgreSQL {database.version.split(' ')[0]}, {megabytes(database.bytes)}
        </Fact>
        <Fact name="Migrations">
          {isCurrent ? `all ${known} applied` : `${applied} applied, ${known} known`}
        </Fact>
        {disks.map(({ folder, freeBytes, totalBytes }) => (
          <Fact key={folder} name="Disk">
            {gigabytes(freeBytes)} of {gigabytes(totalBytes)} free at {folder}
          </Fact>
        ))}
        <Fact name="Payments">{paymentText(payments)}</Fact>
        <Fact name="Emails">
          {mail.mode === 'smtp' ? 'sent' : 'saved in the data folder'}; {mail.waiting} waiting,{' '}
          {mail.failed} failed
        </Fact>
        <Fact name="Places held without payment">{unpaidHolds.places} now</Fact>
        <Fact name="Last nightly check of the books">
          {lastCheck
            ? `${formatInstant(lastCheck.at)}: ${lastCheck.ok ? 'balanced' : 'not balanced'}`
            : 'none yet'}
        </Fact>
      </dl>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}

function paymentText({ mode, livemode }: SystemReply['payments']): string {
  if (mode === 'sandbox') return 'built-in sandbox: no real money';
  return livemode ? 'Stripe' : 'Stripe with test keys: no real money';
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
