import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { shownTexts } from '#areas/business/rules/texts/catalogue.ts';
import type { OwnTexts, ShownTexts } from '#areas/business/rules/texts/text-entry.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import { claimedTiers } from '#areas/menu/rules/menu-claims.ts';
import { parseAmount } from '#platform/rules/money.ts';

/** The texts that pages of this kitchen with this menu are shown with. */
export function textsFor(
  business: BusinessFacts,
  menu: readonly Pick<MealReply, 'price'>[],
  own: OwnTexts = {},
): ShownTexts {
  const meals = menu.map(({ price }) => ({ priceCents: parseAmount(price) ?? 0 }));
  return shownTexts(business, own, {
    prices: meals.map(({ priceCents }) => priceCents),
    tiers: claimedTiers(business.advertisedTiers, meals),
  });
}
