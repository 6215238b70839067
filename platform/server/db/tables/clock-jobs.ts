import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** When each job of the clock runs next, and how its last run went. By the database's time: processes' clocks differ. */
export const clockJobs = pgTable('clock_jobs', {
  name: text().primaryKey(),
  /** Stays until a run has ended, so that it tells how late the job is. */
  dueAt: timestamp({ withTimezone: true }).notNull(),
  startedAt: timestamp({ withTimezone: true }),
  /** Null while it runs. */
  endedAt: timestamp({ withTimezone: true }),
  failed: boolean().notNull().default(false),
});
