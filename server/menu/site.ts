/**
 * The business facts and the menu used by every page and order: loaded once, reloaded when the database reports a
 * change.
 */
import { createHash } from 'node:crypto';
import { asc, isNull } from 'drizzle-orm';
import type { MealReply } from '#contract/meals.ts';
import { instantOf } from '#domain/calendar/zoned-time.ts';
import type { Database } from '#server/db/client.ts';
import type { ChangeFeed } from '#server/db/change-feed.ts';
import { type MealRow, meals } from '#server/db/schema/menu/meals.ts';
import type { Site, SiteState } from '#server/ports/site.ts';
import { listSamples } from '#server/menu/list-samples.ts';
import { toMealReply } from '#server/menu/meal-reply.ts';
import { loadShownRatings } from '#server/menu/shown-ratings.ts';
import { loadBusiness } from '#server/settings/load-business.ts';

/** Without a live change feed every call reads the database: slower, but never stale. */
export function createSite(db: Database, changes: ChangeFeed): Site {
  let known: Promise<SiteState> | null = null;
  const renew = () => {
    known = null;
  };
  changes.onChange(renew);
  return {
    renew,
    async current() {
      if (!changes.isLive()) return loadSite(db);
      known ??= loadSite(db).catch((error: unknown) => {
        known = null;
        throw error;
      });
      return known;
    },
  };
}

async function loadSite(db: Database): Promise<SiteState> {
  const [{ business, problems }, ratings, rows] = await Promise.all([
    loadBusiness(db),
    loadShownRatings(db),
    db.select().from(meals).where(isNull(meals.archivedAt)).orderBy(asc(meals.id)),
  ]);
  const active = rows.filter((meal) => meal.isActive);
  const toReply = (meal: MealRow): MealReply => ({ ...toMealReply(meal), ...ratings.get(meal.id) });
  const menu = [...active.filter(isLunch), ...active.filter((meal) => !isLunch(meal))].map(toReply);
  const offMenu = rows.filter((meal) => !meal.isActive).map(toReply);
  const version = createHash('sha256')
    .update(JSON.stringify([business, menu, offMenu]))
    .digest('base64url')
    .slice(0, 16);
  const mealsById = new Map(rows.map((meal) => [meal.id, meal]));
  const launchAt = instantOf({ date: business.launchDate, minuteOfDay: 0 }, business.timeZone);
  return {
    business,
    settingsProblems: problems,
    mealsById,
    menu,
    offMenu,
    samples: listSamples(menu),
    launchAt,
    version,
  };
}

function isLunch(meal: MealRow): boolean {
  return meal.mealType === 'lunch';
}
