import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt } from '#platform/server/db/tables/column-rules.ts';
import { waitlistEntries } from './waitlist-entries.ts';

/** Invitations to order, sent to some of the waitlist at once. */
export const waitlistWaves = pgTable('waitlist_waves', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The browser's name for it: sending it again finds this wave. */
  key: uuid().notNull().unique('waitlist_waves_key'),
  suburbs: text().array().notNull(),
  /** Email of who sent it. */
  sentBy: text().notNull(),
  createdAt: createdAt(),
  /** What was not sent by then was taken back. */
  stoppedAt: timestamp({ withTimezone: true }),
});

/** Who is in a wave, each once. Their email is in `messages`, under the key of wave and person. */
export const waitlistWavePeople = pgTable(
  'waitlist_wave_people',
  {
    waveId: integer()
      .notNull()
      .references(() => waitlistWaves.id),
    /** Removing someone from the waitlist removes them here too. */
    entryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => waitlistEntries.id, { onDelete: 'cascade' }),
  },
  (person) => [
    primaryKey({ columns: [person.waveId, person.entryId] }),
    index('waitlist_wave_people_entry').on(person.entryId),
  ],
);
