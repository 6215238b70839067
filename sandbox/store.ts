/**
 * The sandbox's own durable file. Objects are stored as their wire JSON; the columns are only for lookups. The program
 * locks the file while it runs, and the operating system releases the lock however the program ends.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLTagStore, type StatementSync } from 'node:sqlite';
import { randomBytes } from 'node:crypto';

export type ApiKeys = { secretKey: string; publishableKey: string; webhookSecret: string };

/** Tables of API objects. All have the columns seq, id, created and body. */
const OBJECT_TABLES = [
  'payment_intents',
  'payment_methods',
  'charges',
  'refunds',
  'disputes',
  'events',
] as const;

export type ObjectTable = (typeof OBJECT_TABLES)[number];

export type Store = {
  database: DatabaseSync;
  sql: SQLTagStore;
  keys: ApiKeys;
  /** The object as stored, or null. */
  findObject(table: ObjectTable, id: string): object | null;
  /** Runs the work in a transaction, which is on disk when this returns. */
  transact<Result>(work: () => Result): Result;
  /** Called after every commit. */
  onCommit(listener: () => void): void;
  close(): void;
};

const SQLITE_BUSY = 5;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);

  CREATE TABLE IF NOT EXISTS payment_intents (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL,
    return_url TEXT
  );
  CREATE TABLE IF NOT EXISTS payment_methods (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS card_behaviours (payment_method TEXT PRIMARY KEY, behaviour TEXT NOT NULL);

  CREATE TABLE IF NOT EXISTS charges (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL,
    payment_intent TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS refunds (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL,
    payment_intent TEXT NOT NULL, charge TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS refunds_by_payment_intent ON refunds (payment_intent);
  CREATE INDEX IF NOT EXISTS refunds_by_charge ON refunds (charge);

  CREATE TABLE IF NOT EXISTS refund_changes (refund TEXT PRIMARY KEY, status TEXT NOT NULL, due_at_ms INTEGER NOT NULL);

  CREATE TABLE IF NOT EXISTS disputes (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL,
    payment_intent TEXT NOT NULL, charge TEXT NOT NULL
  );

  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL, body TEXT NOT NULL,
    type TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS webhook_deliveries (
    seq INTEGER PRIMARY KEY, event TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL, due_at_ms INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS webhook_deliveries_by_event ON webhook_deliveries (event);
  CREATE INDEX IF NOT EXISTS webhook_deliveries_pending ON webhook_deliveries (due_at_ms, seq) WHERE state = 'pending';

  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY, created INTEGER NOT NULL, path TEXT NOT NULL, fingerprint TEXT NOT NULL,
    status INTEGER NOT NULL, body TEXT NOT NULL, request_id TEXT NOT NULL
  );
  CREATE INDEX IF NOT EXISTS idempotency_keys_by_age ON idempotency_keys (created);
`;

/** Creates the folder, the file and the keys if missing. Throws a one-line Error if another sandbox has locked the file. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true });
  const database = openExclusively(dataDir);
  const sql = database.createTagStore();
  const findById = prepareFinders(database);
  const listeners: (() => void)[] = [];

  function transact<Result>(work: () => Result): Result {
    database.exec('BEGIN IMMEDIATE');
    let result: Result;
    try {
      result = work();
      database.exec('COMMIT');
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
    for (const listener of listeners) listener();
    return result;
  }

  return {
    database,
    sql,
    keys: transact(() => ({
      secretKey: ensureSecret(sql, 'secret_key', 'sk_test_'),
      publishableKey: ensureSecret(sql, 'publishable_key', 'pk_test_'),
      webhookSecret: ensureSecret(sql, 'webhook_secret', 'whsec_'),
    })),
    findObject(table, id) {
      const row = findById[table].get(id);
      return row ? (JSON.parse(String(row['body'])) as object) : null;
    },
    transact,
    onCommit: (listener) => listeners.push(listener),
    close: () => database.close(),
  };
}

function openExclusively(dataDir: string): DatabaseSync {
  const database = new DatabaseSync(join(dataDir, 'sandbox.sqlite'));
  try {
    // The first read or write in this mode takes the lock: here, the change of journal mode.
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
    );
    database.exec(`BEGIN EXCLUSIVE; ${SCHEMA} COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
    throw isBusy ? new Error(`another payment sandbox is already running on ${dataDir}`) : error;
  }
}

function prepareFinders(database: DatabaseSync): Record<ObjectTable, StatementSync> {
  const finders = OBJECT_TABLES.map((table) => [
    table,
    database.prepare(`SELECT body FROM ${table} WHERE id = ?`),
  ]);
  return Object.fromEntries(finders) as Record<ObjectTable, StatementSync>;
}

function ensureSecret(sql: SQLTagStore, name: string, prefix: string): string {
  sql.run`INSERT OR IGNORE INTO settings (name, value) VALUES (${name}, ${prefix + randomToken(32)})`;
  return String(sql.get`SELECT value FROM settings WHERE name = ${name}`?.['value']);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of 62 in a byte. Skipping bytes above it keeps every character equally likely. */
const UNBIASED_LIMIT = 248;

export function randomToken(length: number): string {
  let token = '';
  while (token.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_LIMIT && token.length < length) token += ALPHABET[byte % ALPHABET.length];
    }
  }
  return token;
}

/** `newId('pi')` -> `pi_` and 24 letters or digits, like Stripe's ids. */
export function newId(prefix: string): string {
  return `${prefix}_${randomToken(24)}`;
}

const SECOND_MS = 1000;

let offsetSeconds = 0;

/** Stripe's timestamps: whole seconds since 1970. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / SECOND_MS) + offsetSeconds;
}

/** From now on objects are dated this far from real time: a made-up past needs payments of last week. 0: real time again. */
export function moveClock(seconds: number): void {
  offsetSeconds = seconds;
}
