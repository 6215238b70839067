/** The business facts and the menu that every page and order reads. */
import type { SampleMeal } from '#contract/config.ts';
import type { MealReply } from '#contract/meals.ts';
import type { BusinessFacts } from '#domain/business.ts';
import type { Instant } from '#domain/calendar/zoned-time.ts';
import type { MealRow } from '#server/db/schema/menu/meals.ts';

export type SiteState = {
  business: BusinessFacts;
  /** What is wrong with the facts in the database, which are therefore not in force; null: nothing. */
  settingsProblems: Record<string, string> | null;
  /** Active and inactive meals, without archived ones. */
  mealsById: ReadonlyMap<number, MealRow>;
  /** The public menu: active meals, lunches first. */
  menu: MealReply[];
  /** Neither on the menu nor archived: their pages say so. */
  offMenu: MealReply[];
  /** Of the menu, or examples. */
  samples: SampleMeal[];
  /** The first instant of the launch date. */
  launchAt: Instant;
  /** Changes exactly when business facts or meals do. */
  version: string;
};

export type Site = {
  current(): Promise<SiteState>;
  /** Call after a change of our own: the database's notification may arrive after our reply. */
  renew(): void;
};
