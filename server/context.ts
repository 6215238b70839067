/** All that a service may reach. Nothing else is global. */
import type { FastifyBaseLogger } from 'fastify';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { Wording } from '#server/ports/wording.ts';
import type { ChangeFeed } from '#server/db/change-feed.ts';
import type { Database } from '#server/db/client.ts';
import type { DocumentDrawer } from '#server/ports/drawer.ts';
import type { Mailer } from '#server/ports/mailer.ts';
import type { Gateway } from '#server/ports/gateway.ts';
import type { Site } from '#server/ports/site.ts';
import type { SignIn } from '#server/ports/sign-in.ts';

/** The server's clock: the only one that decides anything. */
export type Clock = () => Instant;

export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export type Context = {
  db: Database;
  /** What other processes and other requests changed. */
  changes: ChangeFeed;
  clock: Clock;
  gateway: Gateway;
  /** Business facts and menu, kept in memory and renewed when they change. */
  site: Site;
  /** Makes the secret part of tracking links. */
  trackingSecret: string;
  /** How staff sign in, and where from. */
  signIn: SignIn;
  /** Puts calorie recommendations into words. */
  wording: Wording;
  /** Where mail goes: to a mail server, or into the data folder. */
  mailer: Mailer;
  /** Draws what is printed, in a thread of its own. */
  documents: DocumentDrawer;
  /** Where backups come from and go to, and the hour of the kitchen's day at which one is made; null: none by itself. */
  backup: { databaseUrl: string; dataDir: string; hour: number | null };
  /** False only under load tests: nothing is then refused for coming too often. */
  throttle: boolean;
  log: Log;
};
