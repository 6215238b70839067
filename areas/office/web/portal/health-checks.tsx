import type { FindingReply } from '#areas/office/calls/system.ts';
import { sendSystemCheck } from '#areas/office/web/portal/system-queries.ts';
import { Badge, type BadgeVariant } from '#platform/web/ui/feedback/badge.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

const STATES: Record<FindingReply['state'], { label: string; variant: BadgeVariant }> = {
  ok: { label: 'OK', variant: 'outline' },
  warning: { label: 'Warning', variant: 'secondary' },
  failure: { label: 'Failed', variant: 'destructive' },
};

/** Runs all health checks now, instead of showing what the last jobs found. */
export function HealthChecks() {
  const check = useChange(sendSystemCheck);
  return (
    <Card as="section" aria-label="Health checks" className="grid gap-3">
      <h3 className="text-lg">Health checks</h3>
      <p>
        Checks database, card provider and books, like <code>npm run doctor</code> on the host.
      </p>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        busy={check.isBusy}
        busyLabel="Checking…"
        onClick={() => check.run()}
      >
        Run all checks
      </Button>
      <div role="status">
        {check.result && <Findings findings={check.result} />}
        <FailureNotice failure={check.failure} title="We couldn’t run the checks" />
      </div>
    </Card>
  );
}

function Findings({ findings }: { findings: readonly FindingReply[] }) {
  return (
    <ul className="grid gap-2">
      {findings.map(({ about, state, says }) => (
        <li key={about} className="flex flex-wrap items-baseline gap-x-3">
          <Badge variant={STATES[state].variant}>{STATES[state].label}</Badge>
          <span className="font-semibold">{about}</span>
          <span className="break-words text-ink-soft">{says}</span>
        </li>
      ))}
    </ul>
  );
}
