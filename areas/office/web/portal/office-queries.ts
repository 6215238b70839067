import { callQuery, freshQuery } from '#platform/web/api/call-query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { listPreviewLinks } from '#areas/order-book/calls/preview-links.ts';
import { listConnections, saveConnection } from '#areas/office/calls/connections.ts';
import { getGoingLive, getTestLabel, type GoingLiveReply } from '#areas/office/calls/going-live.ts';
import type { PrintoutSource } from '#areas/printouts/web/printouts-queries.ts';
import type { ConnectionKindName } from '#platform/rules/connections.ts';
import { addressOf, call, callForFile } from '#platform/web/api/client.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { getSystem } from '#areas/office/calls/system-page.ts';

export const previewLinksQuery = callQuery(['preview links'], listPreviewLinks);

const QUARTER_MINUTE_MS = 15_000;

/** Polled while shown: a test order, or Stripe's test event, comes from elsewhere. */
export const goingLiveQuery = freshQuery(
  ['going live'],
  getGoingLive,
  {},
  { refetchInterval: QUARTER_MINUTE_MS },
);

export const connectionsQuery = freshQuery(
  ['connections'],
  listConnections,
  {},
  { refetchInterval: QUARTER_MINUTE_MS },
);

/** What hangs on a connection: its row, and the step. */
export const AFTER_CONNECTING = [goingLiveQuery, connectionsQuery];

type Saving = { version: number; values: Record<string, string>; dryRun?: boolean };

export function sendConnection(
  kind: ConnectionKindName,
  { version, values, dryRun = false }: Saving,
) {
  return call(saveConnection, { params: { kind }, body: { version, values, dryRun } });
}

export function testLabelSource(): PrintoutSource {
  const address = addressOf(getTestLabel, {});
  return { load: () => callForFile(getTestLabel, {}), address, previewAddress: address };
}

/** Every change answers with the whole page as it is then. */
export function useGoingLiveChange<Sent = void>(send: (sent: Sent) => Promise<GoingLiveReply>) {
  const client = useQueryClient();
  return useChange(
    async (sent: Sent) => {
      const goingLive = await send(sent);
      // A reply that is under way knows less.
      await client.cancelQueries({ queryKey: goingLiveQuery.queryKey });
      client.setQueryData(goingLiveQuery.queryKey, goingLive);
    },
    { refresh: [connectionsQuery] },
  );
}

const EVERY_MINUTE_MS = 60_000;

/** Polled while shown: alarms come and go. */
export const systemQuery = freshQuery(
  ['system'],
  getSystem,
  {},
  { refetchInterval: EVERY_MINUTE_MS },
);
