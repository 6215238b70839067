/** Connects the installation to something, or takes that back. What is stored was tried first; secrets never come back. */
import { and, asc, eq, sql } from 'drizzle-orm';
import { CONNECTION_TITLES, type ConnectionKindName } from '#platform/rules/connections.ts';
import { recordChange } from '#platform/server/audit/audit.ts';
import type { Context } from '#platform/server/context.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import {
  connections,
  type ConnectionRow,
  type ShownFacts,
  type Proof,
} from '#platform/server/db/tables/connections.ts';
import { Conflict, InvalidRequest, NotFound } from '#platform/server/errors.ts';
import type { StaffMember } from '#platform/server/sign-in-port.ts';
import type { z } from 'zod';
import type { OpenedConnection, Values } from '#platform/server/opened-connections.ts';
import {
  isSealedWithCurrent,
  LockedError,
  openSealed,
  type RecoveryKey,
  sealText,
} from '#platform/server/recovery-key.ts';

export function kindOf(
  { connectionKinds }: Pick<Context, 'connectionKinds'>,
  name: ConnectionKindName,
): ConnectionKind {
  const kind = connectionKinds.find((each) => each.kind === name);
  if (!kind) throw new NotFound('This connection');
  return kind;
}

/** What the table says, secrets aside, those in force first. */
export async function readConnections(db: Database | Transaction): Promise<ConnectionRow[]> {
  return db.select().from(connections).orderBy(asc(connections.state), asc(connections.changedAt));
}

export function versionOf(rows: readonly ConnectionRow[], kind: ConnectionKindName): number {
  return Math.max(0, ...rows.filter((row) => row.kind === kind).map(({ version }) => version));
}

type ToSave = { version: number; values: Record<string, string>; isDryRun: boolean };

/**
 * Tries it, and stores only what passed. Returns a sentence for each thing that it does. Throws what the attempt throws, and
 * Conflict `set_by_environment`, `demo_business` or `connection_changed`.
 */
export async function saveConnection(
  context: Context,
  staff: StaffMember,
  name: ConnectionKindName,
  { version, values, isDryRun }: ToSave,
): Promise<readonly string[]> {
  const kind = kindOf(context, name);
  refuseSetElsewhere(context, name);
  const given = kind.fields.safeParse(values);
  if (!given.success) throw new InvalidRequest(problemsOf(given.error.issues));
  requireVersion(await readConnections(context.db), name, version);
  const before = context.connections.current(name);
  const attempt = await kind.attempt(context, { given: given.data, before, staff, isDryRun });
  if (isDryRun) return attempt.says;
  try {
    await store(context, staff, kind, attempt, version);
  } catch (error) {
    await attempt.undo?.();
    throw error;
  }
  await context.connections.renew();
  await kind.afterSaving?.(context, { before });
  return attempt.says;
}

/** Where the environment wins, or the business is made up, nothing is connected here. */
function refuseSetElsewhere({ connections: held }: Context, name: ConnectionKindName): void {
  const variable = held.setBy(name);
  if (variable !== null) throw new Conflict('set_by_environment', setByWords(variable));
  if (held.isDemo)
    throw new Conflict(
      'demo_business',
      'The customers of the demo are made up: nobody may be charged or written to. Start your own kitchen without --demo.',
    );
}

export function setByWords(variable: string): string {
  return `Set by the installation (${variable}). To manage it here, remove that line from .env and restart.`;
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const problems: Record<string, string> = {};
  for (const { path, message } of issues) problems[path.join('.')] ??= message;
  return problems;
}

function requireVersion(
  rows: readonly ConnectionRow[],
  name: ConnectionKindName,
  version: number,
): void {
  if (versionOf(rows, name) === version) return;
  throw new Conflict(
    'connection_changed',
    `Someone else has just changed this: ${CONNECTION_TITLES[name]}. Look at it again, then save.`,
  );
}

/** Sealing, storing and the line in the trail are one transaction: killed at any point, what was in force stays so. */
async function store(
  context: Context,
  staff: StaffMember,
  { kind, whyKept }: ConnectionKind,
  { account, values, shown, proof }: Tried,
  version: number,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const rows = await lockConnections(tx);
    requireVersion(rows, kind, version);
    const former = rows.find((row) => row.kind === kind && row.state === 'current');
    if (former && former.account !== account) {
      const isFormer = isRow(former);
      if (whyKept) await tx.update(connections).set({ state: 'kept' }).where(isFormer);
      else await tx.delete(connections).where(isFormer);
    }
    const next = { kind, account, version: version + 1 };
    const row = {
      ...next,
      state: 'current' as const,
      sealed: await context.connections.seal({ ...next, values }),
      shown,
      proof,
      changedBy: staff.email,
      changedAt: new Date(context.clock()),
    };
    await tx
      .insert(connections)
      .values(row)
      .onConflictDoUpdate({ target: [connections.kind, connections.account], set: row });
    await record(tx, context, staff, {
      action: 'system.change_connection',
      kind,
      before: former?.shown ?? null,
      after: shown,
    });
  });
}

/** Two owners who save at once take turns, and the second is told. */
export async function lockConnections(tx: Transaction): Promise<ConnectionRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('connections'))`);
  return readConnections(tx);
}

function isRow({ kind, account }: Pick<ConnectionRow, 'kind' | 'account'>) {
  return and(eq(connections.kind, kind), eq(connections.account, account));
}

/** The new proof is stored with it. Throws what the kind throws, and NotFound for what is not connected. */
export async function checkConnection(
  context: Context,
  staff: StaffMember,
  name: ConnectionKindName,
): Promise<void> {
  const kind = kindOf(context, name);
  const connection = context.connections.current(name);
  const proof = await kind.check(context, { connection, staff });
  if (connection && proof) await context.connections.prove(connection, proof);
}

/**
 * Disconnects, or forgets an account that is kept. What still needs an account keeps it. Throws NotFound, and Conflict
 * `set_by_environment` or `still_needed`.
 */
export async function deleteConnection(
  context: Context,
  staff: StaffMember,
  name: ConnectionKindName,
  account: string | undefined,
): Promise<void> {
  const kind = kindOf(context, name);
  if (account === undefined) refuseSetElsewhere(context, name);
  const all = await readConnections(context.db);
  const isMeant = (row: ConnectionRow) =>
    row.kind === name &&
    (account === undefined ? row.state === 'current' : row.account === account);
  const found = all.find(isMeant);
  if (!found) throw new NotFound('This connection');
  const why = (await kind.whyKept?.(context, found.account)) ?? null;
  if (found.state === 'kept' && why !== null) throw new Conflict('still_needed', why);
  const held = context.connections
    .opened(name)
    .find((each) => each.account === found.account && each.version === found.version);
  if (why === null && held) await takeBack(context, kind, held);
  await context.db.transaction(async (tx) => {
    const row = (await lockConnections(tx)).find(isMeant);
    if (row?.version !== found.version) throw new NotFound('This connection');
    if (why === null) await tx.delete(connections).where(isRow(row));
    else await tx.update(connections).set({ state: 'kept' }).where(isRow(row));
    await record(tx, context, staff, {
      action: 'system.delete_connection',
      kind: name,
      before: row.shown,
      after: null,
    });
  });
  await context.connections.renew();
}

async function takeBack(
  context: Context,
  { beforeDeleting, kind }: ConnectionKind,
  held: NonNullable<ReturnType<Context['connections']['current']>>,
): Promise<void> {
  try {
    await beforeDeleting?.(context, held);
  } catch (err) {
    context.log.warn({ err, kind }, 'what was made for a connection is still over there');
  }
}

type Recorded = {
  action: `system.${string}`;
  kind: ConnectionKindName;
  before: ShownFacts | null;
  after: ShownFacts | null;
};

function record(
  tx: Transaction,
  context: Pick<Context, 'clock'>,
  staff: StaffMember,
  { action, kind, before, after }: Recorded,
): Promise<void> {
  return recordChange(tx, context, {
    staff,
    action,
    entityId: kind,
    before,
    after,
  });
}

// What an area says of a kind of connection: what is entered, how it is tried, what a page says of it.

/** What passed, to be stored. */
export type Tried = {
  /** Whose it is over there. */
  account: string;
  values: Values;
  shown: ShownFacts;
  proof: Proof | null;
  /** A sentence each: what storing it does. */
  says: readonly string[];
  /** Takes back what was made over there, when it is not stored after all. */
  undo?: () => Promise<void>;
};

type Trying = {
  given: Values;
  /** In force until now; null: none. */
  before: OpenedConnection | null;
  staff: StaffMember;
  /** Nothing is to be made over there. */
  isDryRun: boolean;
};

type Checking = {
  /** Null: the environment sets it. */
  connection: OpenedConnection | null;
  staff: StaffMember;
};

export type Described = {
  /** What a page and `npm run doctor` say of it. */
  says: string;
  /** Outside has answered for it as it is. */
  isProved: boolean;
  /** What works, and hurts: a sentence each. */
  advice?: readonly string[];
};

export type ConnectionKind = {
  kind: ConnectionKindName;
  /** What may be entered, and what is wrong with it; its fields are texts. */
  fields: z.ZodType<Values>;
  /** Asks the other side. Throws InvalidRequest or Conflict with its words; then nothing is stored. */
  attempt: (context: Context, trying: Trying) => Promise<Tried>;
  /** Asks again. The new proof; null: it is proved another way. Throws as `attempt`. */
  check: (context: Context, checking: Checking) => Promise<Proof | null>;
  /** For the one in force, or of what the environment sets. */
  describe: (context: Context, connection: OpenedConnection | null) => Promise<Described>;
  /** Once it counts: what hangs on it. */
  afterSaving?: (context: Context, saved: { before: OpenedConnection | null }) => Promise<void>;
  /**
   * For an account that is not in force any more: what still needs it, in a sentence; null: nothing, and it is deleted.
   */
  whyKept?: (context: Context, account: string) => Promise<string | null>;
  /** Before it is deleted here: takes back what we made over there. Its failure does not keep it here. */
  beforeDeleting?: (context: Context, connection: OpenedConnection) => Promise<void>;
};

declare module '#platform/server/area.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Area {
    connections?: readonly ConnectionKind[];
  }
}

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    connectionKinds: readonly ConnectionKind[];
  }
}

/**
 * Seals with the key in force what a replaced one sealed. Killed before the transaction ends, the replaced key still opens
 * everything. Returns how many were sealed again, and how many no key of this machine opens.
 */
export async function resealConnections(
  tx: Transaction,
  key: RecoveryKey,
): Promise<{ resealed: number; locked: number }> {
  const done = { resealed: 0, locked: 0 };
  for (const { kind, account, sealed } of await lockConnections(tx)) {
    if (await isSealedWithCurrent(key, sealed)) continue;
    const opened = await openUnlessLocked(key, sealed);
    if (opened === null) {
      done.locked += 1;
      continue;
    }
    await tx
      .update(connections)
      .set({ sealed: await sealText(key, opened) })
      .where(and(eq(connections.kind, kind), eq(connections.account, account)));
    done.resealed += 1;
  }
  return done;
}

async function openUnlessLocked(key: RecoveryKey, sealed: string): Promise<string | null> {
  try {
    return await openSealed(key, sealed);
  } catch (error) {
    if (error instanceof LockedError) return null;
    throw error;
  }
}
