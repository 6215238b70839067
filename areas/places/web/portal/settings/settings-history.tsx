import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { useChange } from '#platform/web/api/use-change.ts';
import { type BusinessFacts, FACTS } from '#areas/business/rules/facts.ts';
import {
  fetchSettingsVersion,
  settingsVersionsQuery,
} from '#areas/business/web/portal/settings-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type SettingsHistoryProps = {
  current: number;
  /** Fills the form with the facts of an earlier version. */
  onFill: (facts: BusinessFacts) => void;
};

/** Who changed what and when, and the way back. */
export function SettingsHistory({ current, onFill }: SettingsHistoryProps) {
  const formatInstant = useFormatInstant();
  const fetching = useFillFrom(onFill);

  return (
    <Card as="section" aria-label="History" className="grid gap-4">
      <h2 className="text-lg">History</h2>
      <Loaded query={useQuery(settingsVersionsQuery)} what="the history">
        {({ versions }) => (
          <ol className="grid gap-3">
            {versions.map(({ version, changedBy, changedAt, changed }) => (
              <li
                key={version}
                className="flex flex-wrap items-center justify-between gap-2 border-l-2 border-line pl-3"
              >
                <div className="min-w-0">
                  <p className="break-words">
                    <span className="font-semibold">
                      {version === current ? `Version ${version}, in force` : `Version ${version}`}
                    </span>
                    {changed.length > 0 && `: ${changed.map(labelOf).join(', ')}`}
                  </p>
                  <p className="text-sm break-words text-ink-soft">
                    {changedBy ?? 'In the database'}, {formatInstant(changedAt)}
                  </p>
                </div>
                {version !== current && (
                  <Button
                    variant="secondary"
                    size="small"
                    busy={fetching.isBusy && fetching.given === version}
                    busyLabel="Loading…"
                    onClick={() => fetching.run(version)}
                  >
                    Go back to version {version}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

function useFillFrom(onFill: SettingsHistoryProps['onFill']) {
  return useChange(
    async (version: number) => {
      const {
        version: _version,
        changedBy: _who,
        changedAt: _when,
        ...facts
      } = await fetchSettingsVersion(version);
      return facts;
    },
    { onDone: onFill, toastsFailure: true },
  );
}

function labelOf(fact: string): string {
  return fact in FACTS ? FACTS[fact as keyof BusinessFacts].label : fact;
}
