/**
 * Everything a service may use. Nothing else is global. What an area owns of it, mail and menu for instance, its port adds
 * with `declare module`: this file knows no area.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { Connections } from '#platform/server/opened-connections.ts';
import type { ChangeFeed } from '#platform/server/db/change-feed.ts';
import type { KeptTable } from '#platform/server/db/kept-table.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { RecoveryKey } from '#platform/server/recovery-key.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import type { SignIn } from '#platform/server/sign-in-port.ts';

/** The server's clock, the only one that decides anything. */
export type Clock = () => Instant;

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

// oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
export interface Context {
  db: Database;
  /** Changes made by other processes and other requests. */
  changes: ChangeFeed;
  clock: Clock;
  gateway: Gateway;
  /** What owners connected in the portal: card provider, mail server, texts, copies. */
  connections: Connections;
  /** Where the card provider is; absent: Stripe itself. For tests. */
  stripeAddress?: { host: string; port: number };
  /** Makes the secret part of tracking links. */
  trackingSecret: string;
  /** Staff sign-in, and the origin it runs on. */
  signIn: SignIn;
  /** Where backups are read and stored, and the hour (kitchen time) of the daily backup; null: no automatic backups. */
  backup: BackupSource & { hour: number | null; passphrase: string | null };
  recoveryKey: RecoveryKey;
  /** All tables, those of areas above before those they use. */
  keptTables: readonly KeptTable[];
  /** False only in load tests: no rate limits. */
  throttle: boolean;
  /** Whether webhooks and connections may lead to this machine and its network; absent: not, as in production. */
  allowsLocalHosts?: boolean;
  log: Log;
}

/** The machine's clock, or one that starts at `startAt` (an ISO instant) and runs from there. */
export function createClock(startAt: string | null): Clock {
  if (startAt === null) return Date.now;
  const start = Date.parse(startAt);
  const startedAt = performance.now();
  return () => Math.floor(start + performance.now() - startedAt);
}

/**
 * A passphrase, if there is one, encrypts; otherwise the first identity (`AGE-SECRET-KEY-1…`). Any of them may decrypt.
 */
export type BackupKey = { passphrase: string | null; identities: readonly string[] };

export type BackupSource = {
  databaseUrl: string;
  /** Backups are stored in `DATA_DIR/backups`. */
  dataDir: string;
  /** Tables that no backup holds. */
  leftOut: readonly string[];
};
