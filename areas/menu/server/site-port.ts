import type { SampleMeal, ShownComment } from '#areas/menu/calls/site-data.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { NextMenu } from '#areas/menu/calls/menu-weeks.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { OwnTexts, ShownTexts } from '#areas/business/rules/texts/text-entry.ts';
import type { OfferedDays } from '#areas/menu/rules/menu-week.ts';
import type { Database } from '#platform/server/db/client.ts';
import type { MealRow } from '#areas/menu/server/tables/meals.ts';

/** `offered`: the days of the menus by the week; left out, no week ahead has one. */
export type SiteMeal = MealRow & { offered?: readonly OfferedDays[] };

export type SiteState = {
  business: BusinessFacts;
  ownTexts: OwnTexts;
  texts: ShownTexts;
  /** What is wrong with the facts in the database, which are therefore not in force; null: nothing. */
  settingsProblems: Record<string, string> | null;
  /** Active and inactive meals, without archived ones. */
  mealsById: ReadonlyMap<number, SiteMeal>;
  /** The public menu: active meals, of the week's menu when there is one, lunches first. */
  menu: MealReply[];
  /** Neither on the menu nor archived: their pages say so. */
  offMenu: MealReply[];
  /** For the menu, or examples. */
  samples: SampleMeal[];
  /** By meal, for its page alone: what is withdrawn must be nowhere, and the data of all pages is kept for long. */
  comments: ShownRatings['comments'];
  /** For the week after the one on sale, for kitchens that show it; null: there is none to show. */
  nextMenu: NextMenu | null;
  /** Changes exactly when business facts, texts of pages or meals do, what the menus offer, or words of customers. */
  version: string;
};

/** By meal: what everyone sees of its ratings, which are the customers' own. */
export type ShownRatings = {
  ratings: ReadonlyMap<number, Required<Pick<MealReply, 'rating'>>>;
  comments: ReadonlyMap<number, readonly ShownComment[]>;
};
export type LoadRatings = (db: Database) => Promise<ShownRatings>;

export type Site = {
  current(): Promise<SiteState>;
  /** Call after a change of our own: the database's notification may arrive after our reply. */
  renew(): void;
};

declare module '#platform/server/context.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Context {
    site: Site;
  }
}
