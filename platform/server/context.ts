/** Everything a service may use. Nothing else is global. */
import type { FastifyBaseLogger } from 'fastify';
import type { Instant } from '#platform/rules/zoned-time.ts';
import type { BackupSource } from '#platform/server/backup-source-port.ts';
import type { Wording } from '#areas/calculator/server/wording-port.ts';
import type { ChangeFeed } from '#platform/server/db/change-feed.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { DocumentDrawer } from '#areas/printouts/server/drawer-port.ts';
import type { Mailer } from '#areas/messages/server/mailer-port.ts';
import type { Texter } from '#areas/messages/server/texter-port.ts';
import type { Gateway } from '#platform/server/gateway-port.ts';
import type { Site } from '#areas/menu/server/site-port.ts';
import type { SignIn } from '#areas/staff/server/sign-in-port.ts';

/** The server's clock, the only one that decides anything. */
export type Clock = () => Instant;

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export type Context = {
  db: Database;
  /** Changes made by other processes and other requests. */
  changes: ChangeFeed;
  clock: Clock;
  gateway: Gateway;
  /** Business facts and menu, held in memory and reloaded when they change. */
  site: Site;
  /** Makes the secret part of tracking links. */
  trackingSecret: string;
  /** Staff sign-in, and the origin it runs on. */
  signIn: SignIn;
  /** Words calorie recommendations. */
  wording: Wording;
  /** Delivers email: to a mail server, or into the data folder. */
  mailer: Mailer;
  /** Sends text messages: by a text service, or into the data folder. */
  texter: Texter;
  /** Draws PDFs in a thread of its own. */
  documents: DocumentDrawer;
  /** Where backups are read and stored, and the hour (kitchen time) of the daily backup; null: no automatic backups. */
  backup: BackupSource & { hour: number | null };
  /** False only in load tests: no rate limits. */
  throttle: boolean;
  /** Whether webhooks may lead to this machine and its network; absent: not, as in production. */
  allowsLocalWebhooks?: boolean;
  log: Log;
};
