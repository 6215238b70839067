/**
 * The business facts and the menu used by every page and order: loaded once, reloaded when the database reports a
 * change.
 */
import { createHash } from 'node:crypto';
import { asc, isNull } from 'drizzle-orm';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { Instant } from '#platform/rules/zoned-time.ts';
import { type MenuWeek, offeredDays, isMealAvailableOn } from '#areas/menu/rules/menu-week.ts';
import { orderingWeekAt } from '#areas/business/rules/ordering-week.ts';
import { CARDS_READY, saleStateAt } from '#areas/business/rules/sale-state.ts';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import type { Database, Transaction } from '#platform/server/db/client.ts';
import type { ChangeFeed } from '#platform/server/db/change-feed.ts';
import { type MealRow, meals } from '#areas/menu/server/tables/meals.ts';
import type { LoadRatings, Site, SiteMeal, SiteState } from '#areas/menu/server/site-port.ts';
import { asOffered, toMealReply, undeclaredIn } from './meal-queries.ts';
import { nextMenuOf, listReadyMenus } from '#areas/menu/server/menu-week-queries.ts';
import { servedTypes, type ServiceFacts } from '#areas/business/rules/services.ts';
import { mealAtOdds } from '#areas/needs/rules/gate/meal-truth.ts';
import {
  loadTexts,
  ownTexts,
  loadBusiness,
  readFacts,
} from '#areas/business/server/load-business.ts';
import { shownTexts } from '#areas/business/rules/texts/catalogue.ts';
import { claimedTiers } from '#areas/menu/rules/menu-claims.ts';
import { parseAmount } from '#platform/rules/money.ts';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import sampleMenu from './samples/sample-menu.json' with { type: 'json' };
import { allergenText } from '#areas/needs/rules/allergens.ts';
import { loadRecipeBook } from '#areas/menu/server/load-recipe-book.ts';

/** Without a live change feed every call reads the database: slower, but never stale. */
export function createSite(
  { db, clock }: { db: Database; clock: () => Instant },
  changes: ChangeFeed,
  loadRatings: LoadRatings,
): Site {
  let known: Promise<SiteState> | null = null;
  /** The menu of a week opens or ends by the clock, without a change in the database. */
  let goodUntil: Instant = Infinity;
  const renew = () => {
    known = null;
    goodUntil = Infinity;
  };
  changes.onChange(renew);
  return {
    renew,
    async current() {
      const now = clock();
      if (!changes.isLive()) return (await loadSite(db, now, loadRatings)).state;
      if (now >= goodUntil) renew();
      if (known) return known;
      const loading = loadSite(db, now, loadRatings);
      known = loading.then(({ state }) => state);
      const mine = known;
      try {
        const { until } = await loading;
        if (known === mine) goodUntil = until;
      } catch (error) {
        if (known === mine) known = null;
        throw error;
      }
      return mine;
    },
  };
}

async function loadSite(
  db: Database,
  now: Instant,
  loadRatings: LoadRatings,
): Promise<{ state: SiteState; until: Instant }> {
  const [{ business, problems }, { ratings, comments }, stored, textRows] = await Promise.all([
    loadBusiness(db),
    loadRatings(db),
    readStoredMenu(db, now),
    loadTexts(db),
  ]);
  const own = ownTexts(textRows);
  const { rows, active, week, nextMenu } = publicMenu(stored, business, now);
  const toReply = (meal: SiteMeal): MealReply => ({
    ...toMealReply(meal),
    ...ratings.get(meal.id),
    ...(meal.offered && { offered: meal.offered }),
  });
  const menu = [...active.filter(isLunch), ...active.filter((meal) => !isLunch(meal))].map(toReply);
  const offMenu = rows.filter((meal) => !active.includes(meal)).map(toReply);
  const prices = menu.map(({ price }) => ({ priceCents: parseAmount(price) ?? 0 }));
  const texts = shownTexts(business, own, {
    prices: prices.map(({ priceCents }) => priceCents),
    tiers: claimedTiers(business.advertisedTiers, prices),
  });
  const version = createHash('sha256')
    .update(JSON.stringify([business, texts, menu, offMenu, ...comments]))
    .digest('base64url')
    .slice(0, 16);
  const mealsById = new Map(rows.map((meal) => [meal.id, meal]));
  const state: SiteState = {
    business,
    ownTexts: own,
    texts,
    settingsProblems: problems,
    mealsById,
    menu,
    offMenu,
    samples: listSamples(menu, business),
    comments,
    nextMenu,
    version,
  };
  return { state, until: nextChangeAt(stored.menus, week.cutoff, now) };
}

type StoredMenu = { meals: readonly MealRow[]; menus: readonly MenuWeek[] };

export async function readStoredMenu(
  db: Database | Transaction,
  now: Instant,
): Promise<StoredMenu> {
  const [rows, menus] = await Promise.all([
    db.select().from(meals).where(isNull(meals.archivedAt)).orderBy(asc(meals.id)),
    listReadyMenus(db, dayOf(now - DAYS_BACK_MS)),
  ]);
  return { meals: rows, menus };
}

/** `active`: what visitors see of the week that they order for. */
export function publicMenu(stored: StoredMenu, business: BusinessFacts, now: Instant) {
  const week = orderingWeekAt(now, business);
  const judged = stored.meals.map((meal) => asOffered(meal, business));
  const { menus } = stored;
  const rows: SiteMeal[] = judged.map((meal) =>
    menus.length === 0 ? meal : { ...meal, offered: offeredDays(meal.id, menus, now) },
  );
  // A season that begins or ends within the week is left to the day that is chosen, as ever.
  const isOnMenu = (meal: SiteMeal) =>
    meal.isActive &&
    (meal.offered === undefined || week.days.some((day) => isMealAvailableOn(meal, day)));
  // Nobody is told of a day from which they could order, and then cannot.
  const willSell = saleStateAt(week.cutoff, business, CARDS_READY).state === 'open';
  const nextMenu =
    business.showNextWeek && willSell ? nextMenuOf(stored.menus, judged, week) : null;
  return { rows, active: rows.filter(isOnMenu), week, nextMenu };
}

/** When what is offered changes by the clock alone: a menu is published, or the week that is ordered for ends. */
function nextChangeAt(menus: readonly MenuWeek[], cutoff: Instant, now: Instant): Instant {
  if (menus.length === 0) return Infinity;
  const ahead = menus.map(({ publishAt }) => publishAt).filter((instant) => instant > now);
  return Math.min(cutoff, ...ahead);
}

/** A week that is under way began within these days, whatever the zone. */
const DAYS_BACK_MS = 8 * 86_400_000;

function dayOf(instant: Instant): PlainDate {
  return new Date(instant).toISOString().slice(0, 10);
}

function isLunch(meal: Pick<MealRow, 'mealType'>): boolean {
  return meal.mealType === 'lunch';
}

// The four meals that the home page and the waitlist pages show.

const SAMPLES = 4;
/** The first few of the menu are already in the picture at the top of the home page. */
const SHOWN_ABOVE = { lunch: 2, dinner: 1 };
const SHOWN_ALONE = 3;

/** As many of each service, while each has as many. Of an empty menu: examples without a price. */
export function listSamples(menu: readonly MealReply[], facts: ServiceFacts): SampleMeal[] {
  if (menu.length === 0) return examplesFor(facts);
  return chooseSamples(menu, facts).map(asSample);
}

function chooseSamples<Meal extends { mealType: string }>(
  menu: readonly Meal[],
  facts: ServiceFacts,
): Meal[] {
  const served = servedTypes(facts);
  const count = SAMPLES / served.length;
  const chosen = served.flatMap((type) => {
    const ofType = menu.filter((meal) => meal.mealType === type);
    const above = served.length === 1 ? SHOWN_ALONE : SHOWN_ABOVE[type];
    const others = ofType.slice(above, above + count);
    return others.length === count ? others : ofType.slice(0, count);
  });
  const others = menu.filter((meal) => !chosen.includes(meal));
  return [...chosen, ...others.slice(0, SAMPLES - chosen.length)];
}

function asSample(meal: SampleMeal): SampleMeal {
  const { id, slug, name, mealType, description, ingredients, imageUrl, calories, protein, price } =
    meal;
  return { id, slug, name, mealType, description, ingredients, imageUrl, calories, protein, price };
}

function examplesFor(facts: ServiceFacts): SampleMeal[] {
  return chooseSamples(sampleMenu, facts).map((meal, index) =>
    asSample({
      ...meal,
      id: -index - 1,
      mealType: meal.mealType as SampleMeal['mealType'],
      imageUrl: null,
      price: null,
      slug: null,
    }),
  );
}

// What must be true of what visitors are shown, judged by the functions of every save: the nightly and the health check ask.

const RULE = 'G8 nothing public is at odds with its own text, diets or recipe';

/** For this week's menu and the next. A meal that declares nothing is shown as such, and contradicts nobody. */
export async function findMenuFaults(
  tx: Transaction,
  now: Instant,
): Promise<{ rule: string; example: string }[]> {
  const stored = await readStoredMenu(tx, now);
  const { active, nextMenu } = publicMenu(stored, await readFacts(tx), now);
  const next = new Set(nextMenu?.meals.map(({ slug }) => slug));
  const shown = new Set(active.map(({ id }) => id));
  const book = await loadRecipeBook(tx);
  return stored.meals
    .filter(({ id, slug }) => shown.has(id) || next.has(slug))
    .flatMap((meal) => {
      const missing = undeclaredIn(book, meal)?.missing ?? [];
      const recipe = missing.length > 0 ? [`its recipe contains ${allergenText(missing)}`] : [];
      return [...mealAtOdds(meal).map(({ message }) => message), ...recipe].map((why) => ({
        rule: RULE,
        example: `${meal.name}: ${why}`,
      }));
    });
}
