import type { FastifyInstance } from 'fastify';
import {
  checkConnection as checkCall,
  type ConnectionReply,
  deleteConnection as deleteCall,
  listConnections as listCall,
  saveConnection as saveCall,
} from '#areas/office/calls/connections.ts';
import { requireRecentSignIn } from '#areas/staff/server/session.ts';
import { CONNECTION_KINDS, type ConnectionKindName } from '#platform/rules/connections.ts';
import type { ConnectionKind } from '#platform/server/connections/connection-kind.ts';
import {
  checkConnection,
  deleteConnection,
  readConnections,
  saveConnection,
  setByWords,
  versionOf,
} from '#platform/server/connections/save-connection.ts';
import type { Context } from '#platform/server/context.ts';
import type { ConnectionRow } from '#platform/server/db/tables/connections.ts';
import { staffRoute } from '#platform/server/http/route.ts';
import { noteInstallationProof } from '#areas/office/server/prove-steps.ts';

export function registerConnectionRoutes(app: FastifyInstance, context: Context): void {
  const describeAll = async () => ({ connections: await describeConnections(context) });

  staffRoute(app, listCall, ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return describeAll();
  });

  staffRoute(app, saveCall, async ({ params, body, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    const { version, values, dryRun: isDryRun } = body;
    const says = await saveConnection(context, staff, params.kind, { version, values, isDryRun });
    return { says: [...says], ...(await describeAll()) };
  });

  staffRoute(app, checkCall, async ({ params, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    await checkConnection(context, staff, params.kind);
    if (context.connections.current(params.kind) === null)
      await noteInstallationProof(context, staff, params.kind);
    return describeAll();
  });

  staffRoute(app, deleteCall, async ({ params, query, staff, reply }) => {
    await requireRecentSignIn(context, reply.request);
    await deleteConnection(context, staff, params.kind, query.account);
    return describeAll();
  });
}

export const LOCKED_WORDS =
  'The saved keys can’t be opened on this machine. Restore recovery.key, or enter them again.';

/** Each kind that can be connected, in the sequence of their names. */
export async function describeConnections(context: Context): Promise<ConnectionReply[]> {
  const rows = await readConnections(context.db);
  const described = CONNECTION_KINDS.map(async (name) => {
    const kind = context.connectionKinds.find((each) => each.kind === name);
    return kind && describeOne(context, kind, rows);
  });
  return (await Promise.all(described)).filter((each) => each !== undefined);
}

async function describeOne(
  context: Context,
  kind: ConnectionKind,
  all: readonly ConnectionRow[],
): Promise<ConnectionReply> {
  const { kind: name } = kind;
  const rows = all.filter((row) => row.kind === name);
  const row = rows.find(({ state }) => state === 'current');
  const variable = context.connections.setBy(name);
  const described = await describeUse(context, kind);
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
            ? `Stored here, not in use: ${nameOf(account, shown)}`
            : nameOf(account, shown),
        why: (await kind.whyKept?.(context, account)) ?? null,
      })),
    ),
  };
}

/** What is in force, wherever it is set. */
async function describeUse(context: Context, kind: ConnectionKind) {
  const { kind: name, describe } = kind;
  if (context.connections.locked().includes(name)) return { says: LOCKED_WORDS, isProved: false };
  const described = await describe(context, context.connections.current(name));
  const variable = context.connections.setBy(name);
  if (variable === null) return described;
  return { ...described, says: `${described.says} ${setByWords(variable)}` };
}

function nameOf(account: string, shown: ConnectionRow['shown']): string {
  const name = shown['name'];
  const ending = shown['ending'];
  const words = [
    typeof name === 'string' ? name : account,
    typeof ending === 'string' ? ending : '',
  ];
  return words.filter(Boolean).join(', ');
}

/** Of one kind, for whoever asks only whether it is in force and proved. */
export function isProvedNow(
  connections: readonly ConnectionReply[],
  kind: ConnectionKindName,
): boolean {
  return connections.find((each) => each.kind === kind)?.isProved ?? false;
}
