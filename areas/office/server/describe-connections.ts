/** What this installation is connected to, as pages, the health check and Going live read it. */
import type { ConnectionReply } from '#areas/office/calls/connections.ts';
import type { CardMode } from '#areas/office/rules/going-live.ts';
import { type KeptAnswers, readAnswers } from '#areas/office/server/going-live-answers.ts';
import { CONNECTION_KINDS } from '#platform/rules/connections.ts';
import {
  type ConnectionKind,
  type Described,
  readConnections,
  setByWords,
  versionOf,
} from '#platform/server/save-connection.ts';
import type { Context } from '#platform/server/context.ts';
import type { ConnectionRow } from '#platform/server/db/tables/connections.ts';

export function cardModeOf({ gateway }: Pick<Context, 'gateway'>): CardMode {
  if (gateway.mode !== 'stripe') return gateway.mode;
  return gateway.livemode ? 'live' : 'test';
}

export const LOCKED_WORDS =
  'The saved keys can’t be opened on this machine. Restore recovery.key, or enter them again.';

/** Each kind that can be connected, in the sequence of their names. */
export async function describeConnections(context: Context): Promise<ConnectionReply[]> {
  const [rows, kept] = await Promise.all([readConnections(context.db), readAnswers(context.db)]);
  const described = CONNECTION_KINDS.map(async (name) => {
    const kind = context.connectionKinds.find((each) => each.kind === name);
    return kind && describeOne(context, kind, { all: rows, kept });
  });
  return (await Promise.all(described)).filter((each) => each !== undefined);
}

async function describeOne(
  context: Context,
  kind: ConnectionKind,
  { all, kept: answers }: { all: readonly ConnectionRow[]; kept: KeptAnswers },
): Promise<ConnectionReply> {
  const { kind: name } = kind;
  const rows = all.filter((row) => row.kind === name);
  const row = rows.find(({ state }) => state === 'current');
  const variable = context.connections.setBy(name);
  const described = await describeUse(context, kind, answers);
  const kept = rows.filter(
    ({ state }) => state === 'kept' || (variable !== null && row !== undefined),
  );
  const isHere = variable === null && row !== undefined;
  return {
    kind: name,
    source: variable === null ? (row ? 'here' : 'none') : 'environment',
    version: versionOf(rows, name),
    says: described.says,
    isProved: described.isProved,
    advice: [...(described.advice ?? [])],
    shown: isHere ? row.shown : null,
    changedBy: isHere ? row.changedBy : null,
    changedAt: isHere ? row.changedAt.toISOString() : null,
    kept: await Promise.all(
      kept.map(async ({ account, shown, state }) => ({
        account,
        says:
          state === 'current'
            ? `Stored here, not in use: ${accountName(account, shown)}`
            : accountName(account, shown),
        why: (await kind.whyKept?.(context, account)) ?? null,
      })),
    ),
  };
}

/** What is in force, wherever it is set. */
async function describeUse(
  context: Context,
  { kind, describe }: ConnectionKind,
  kept: KeptAnswers,
): Promise<Described> {
  if (context.connections.locked().includes(kind)) return { says: LOCKED_WORDS, isProved: false };
  const connection = context.connections.current(kind);
  const described = await describe(context, connection);
  if (connection) return described;
  const variable = context.connections.setBy(kind);
  return {
    ...described,
    says: variable === null ? described.says : `${described.says} ${setByWords(variable)}`,
    isProved: described.isProved || isInstallationProved(context, kind, kept),
  };
}

/** For what the environment sets, or what is there without any: another mode needs a proof of its own. */
function isInstallationProved(
  context: Context,
  kind: ConnectionKind['kind'],
  kept: KeptAnswers,
): boolean {
  if (kind === 'cards')
    return kept.cardsAnswered === cardModeOf(context) && context.gateway.bar !== 'refused';
  return kind === 'mail' && kept.emailArrived === context.mailer.mode;
}

function accountName(account: string, shown: ConnectionRow['shown']): string {
  const name = shown['name'];
  const ending = shown['ending'];
  const words = [
    typeof name === 'string' ? name : account,
    typeof ending === 'string' ? ending : '',
  ];
  return words.filter(Boolean).join(', ');
}
