import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BenchAnswer, BenchWord } from '#areas/kitchen/rules/bench-words.ts';
import { meals } from '#areas/menu/server/tables/meals.ts';

/** What cooks said, each with what came of it, so that a word that is sent again gets the same answer. */
export const benchWords = pgTable(
  'bench_words',
  {
    key: uuid().primaryKey(),
    word: jsonb().$type<BenchWord>().notNull(),
    /** Null only while it is being answered. */
    answer: jsonb().$type<BenchAnswer>(),
    /** For the pot that it is about; null: of none. */
    potId: text(),
    /** The key of the word that it takes back, or answers. */
    about: uuid(),
    at: timestamp({ withTimezone: true }).notNull(),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    deviceId: uuid().notNull(),
  },
  (word) => [index('bench_words_pot').on(word.potId), index('bench_words_about').on(word.about)],
);
export type BenchWordRow = typeof benchWords.$inferSelect;

/** What a pan of an ingredient gave after heat. Rows are only ever added; one that was a slip is taken out. */
export const cookedWeights = pgTable(
  'cooked_weights',
  {
    key: uuid().primaryKey(),
    mealId: integer()
      .notNull()
      .references(() => meals.id),
    /** What the line uses, "i12" or "c5": recipes are written again, and what is used stays. */
    lineId: text().notNull(),
    date: date().notNull(),
    rawQty: integer().notNull(),
    cookedQty: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    by: text().notNull(),
  },
  (weight) => [
    check('cooked_weights_qty', sql`least(${weight.rawQty}, ${weight.cookedQty}) > 0`),
    index('cooked_weights_line').on(weight.mealId, weight.lineId, weight.at),
  ],
);
