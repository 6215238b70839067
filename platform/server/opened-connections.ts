/**
 * What owners connected in the portal, opened in this process. Follows the change feed: what one process stores counts in
 * all of them within a second, without a restart.
 */
import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { ConnectionKindName } from '#platform/rules/connections.ts';
import type { ChangeFeed } from '#platform/server/db/change-feed.ts';
import type { Database } from '#platform/server/db/client.ts';
import { connections, type ConnectionRow } from '#platform/server/db/tables/connections.ts';
import { openSealed, type RecoveryKey, sealText } from '#platform/server/recovery-key.ts';

/** By the names of the fields that were entered, and what we added. */
export type Values = Readonly<Record<string, string>>;

export type OpenedConnection = Omit<ConnectionRow, 'sealed'> & { values: Values };

/** The variables of the environment that set a kind: then what is stored here is not in use. */
export type SetByEnvironment = Partial<Record<ConnectionKindName, string>>;

export type Connections = {
  /** The variable that sets this kind; null: it is managed in the portal. */
  setBy(kind: ConnectionKindName): string | null;
  /** The demo's customers are made up: nobody may be charged or written to. */
  isDemo: boolean;
  /** In force; null: none, or it cannot be opened, or the environment sets this kind. */
  current(kind: ConnectionKindName): OpenedConnection | null;
  /** Those that can be opened, the current one and the kept ones. */
  opened(kind: ConnectionKindName): readonly OpenedConnection[];
  /** Kinds whose current one this machine's key cannot open. */
  locked(): readonly ConnectionKindName[];
  renew(): Promise<void>;
  seal(what: SealedContent): Promise<string>;
  /** Renews the proof of one, if it still is what it is about. */
  prove(of: Identity, proof: Proof): Promise<void>;
  /** Seals others in place of its values, if it still is what it is about. */
  replaceValues(of: Identity, values: Values): Promise<void>;
};

type Identity = Pick<ConnectionRow, 'kind' | 'account' | 'version'>;

type Proof = NonNullable<ConnectionRow['proof']>;
type SealedContent = Identity & { values: Values };

const Content = z.object({
  kind: z.string(),
  account: z.string(),
  version: z.int(),
  values: z.record(z.string(), z.string()),
});

export async function openConnections({
  db,
  changes,
  recoveryKey,
  setByEnvironment,
  isDemo = false,
  log,
}: {
  db: Database;
  changes: Pick<ChangeFeed, 'onChange'>;
  recoveryKey: RecoveryKey;
  setByEnvironment: SetByEnvironment;
  isDemo?: boolean;
  log: { error(facts: object, message: string): void };
}): Promise<Connections> {
  let opened: readonly OpenedConnection[] = [];
  let locked: readonly ConnectionKindName[] = [];
  const readAll = createReader(db, recoveryKey);

  async function load(): Promise<void> {
    ({ opened, locked } = await readAll());
  }

  /** One after the other: the last to begin is the last to end. */
  let turn = Promise.resolve();
  const renew = () => {
    const mine = turn.then(load);
    turn = mine.catch(() => {});
    return mine;
  };

  changes.onChange(() => {
    // Once the database answers again, the feed says so, and it is read then.
    renew().catch((err: unknown) => {
      // A tool that is done does not wait for it.
      if (!db.$client.ending) log.error({ err }, 'the connections could not be read');
    });
  });
  await renew();
  const seal = (content: SealedContent) => sealText(recoveryKey, JSON.stringify(content));
  return {
    isDemo,
    setBy: (kind) => setByEnvironment[kind] ?? null,
    current: (kind) =>
      setByEnvironment[kind] === undefined
        ? (opened.find((each) => each.kind === kind && each.state === 'current') ?? null)
        : null,
    opened: (kind) => opened.filter((each) => each.kind === kind),
    locked: () => locked.filter((kind) => setByEnvironment[kind] === undefined),
    renew,
    seal,
    async prove(of, proof) {
      await db.update(connections).set({ proof }).where(isRow(of));
      await renew();
    },
    async replaceValues(of, values) {
      const { kind, account, version } = of;
      const sealed = await seal({ kind, account, version, values });
      await db.update(connections).set({ sealed }).where(isRow(of));
      await renew();
    },
  };
}

type Read = { opened: OpenedConnection[]; locked: ConnectionKindName[] };

/** Opening takes a moment, and the feed tells of every change of the menu: what was opened is remembered. */
function createReader(db: Database, recoveryKey: RecoveryKey): () => Promise<Read> {
  let known = new Map<string, Values>();
  return async () => {
    const rows = await db.select().from(connections).orderBy(asc(connections.changedAt));
    const read: Read = { opened: [], locked: [] };
    const next = new Map<string, Values>();
    for (const { sealed, ...row } of rows) {
      const key = connectionKey({ ...row, sealed });
      const values = known.get(key) ?? (await open(recoveryKey, { ...row, sealed }));
      if (values) {
        next.set(key, values);
        read.opened.push({ ...row, values });
      } else if (row.state === 'current') read.locked.push(row.kind);
    }
    known = next;
    return read;
  };
}

/** Null: this machine's key does not open it, or it was put into another row. */
async function open(
  recoveryKey: RecoveryKey,
  { kind, account, version, sealed }: ConnectionRow,
): Promise<Values | null> {
  try {
    const content = Content.parse(JSON.parse(await openSealed(recoveryKey, sealed)));
    const isOfRow =
      content.kind === kind && content.account === account && content.version === version;
    return isOfRow ? content.values : null;
  } catch {
    return null;
  }
}

/** A sealed text is of its row alone. */
function connectionKey({ kind, account, version, sealed }: ConnectionRow): string {
  return [kind, account, version, sealed].join(' ');
}

function isRow({ kind, account, version }: Identity) {
  return and(
    eq(connections.kind, kind),
    eq(connections.account, account),
    eq(connections.version, version),
  );
}
