import { serviceTitle } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import type { ReactNode } from 'react';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { kilojoules } from '#areas/menu/rules/meal-plan.ts';
import { isHot } from '#areas/menu/rules/match-search.ts';
import { Heart } from '#areas/menu/web/heart.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { amountInDollars } from '#platform/rules/money.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { MealOnMenu } from './meal-on-menu.ts';

const EMPTY = { __html: '' };
/** Pictures reach the card's edges. */
const ON_PLAIN_GROUND = { drawn: 'p-1.5 roomy:p-3' };
const BADGE = 'rounded-full px-2 text-sm font-semibold';

type MealCardProps = {
  meal: MealOnMenu;
  isAboveFold: boolean;
};

/** Two abreast on a phone, four on a desk, one where the text is twice as large. */
export function MealGrid({ children }: { children: ReactNode }) {
  return (
    <ul className="in-data-hearts-alone:*:not-has-[[data-heart][aria-pressed=true]]:hidden grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-2 roomy:grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] roomy:gap-5 print:grid-cols-3">
      {children}
    </ul>
  );
}

/** One link, to the meal's page; only its heart lies above it. */
export function MealCard({ meal, isAboveFold }: MealCardProps) {
  const { business } = useConfig();
  const isOneOfSeveral = business.services.length > 1;
  return (
    <Card
      as="li"
      padding="none"
      className="relative grid grid-rows-[auto_1fr] overflow-hidden has-[a:hover]:border-primary print:break-inside-avoid print:shadow-none"
    >
      <div className="relative bg-sunken print:bg-transparent">
        <DishPicture
          meal={meal}
          sizes="(min-width: 40rem) 17rem, 8rem"
          isAboveFold={isAboveFold}
          className="h-39 w-full roomy:h-64"
          classOf={ON_PLAIN_GROUND}
        />
        {isOneOfSeveral && (
          <span className={`${BADGE} absolute top-2 left-2 bg-mango text-on-mango`}>
            {serviceTitle(meal.mealType, business)}
          </span>
        )}
        <Heart meal={meal} className="absolute top-0 right-0 z-10" />
        <MoreOfIt meal={meal} />
      </div>
      <div className="flex flex-col gap-1 px-2.5 pt-2 pb-2.5 roomy:gap-1.5 roomy:p-4">
        <h2 className="line-clamp-2 min-h-[2lh] text-base leading-tight wrap-anywhere roomy:text-lg">
          <a
            href={paths.meal(meal.slug)}
            className="after:absolute after:inset-0 after:rounded-3xl"
          >
            {meal.name}
          </a>
        </h2>
        {/* Text in one piece: between pieces React writes marks, on every card. */}
        <p className="text-sm font-semibold tabular-nums">
          {`${amountInDollars(meal.price)} · ${meal.calories} Cal`}
          <span className="hidden roomy:inline">{` · ${meal.protein} g protein`}</span>
        </p>
        <p className="hidden text-sm text-ink-soft roomy:line-clamp-2">{meal.description}</p>
        <p className="text-sm leading-snug">{allergenStatement(meal.allergens)}</p>
        <p className="mt-auto text-[0.8125rem] leading-tight text-ink-soft tabular-nums">
          {factsOf(meal)}
        </p>
      </div>
    </Card>
  );
}

/** Always in this order, so that each number is in the same place on every card. */
function factsOf({ calories, protein, carbs, fat, prepTime }: MealOnMenu): string {
  return [
    `${kilojoules(calories).toLocaleString('en-AU')} kJ`,
    `${protein} g protein`,
    `${carbs} g carbs`,
    `${fat} g fat`,
    `${prepTime} min prep`,
    '1 serving',
  ].join(', ');
}

/** At most one other thing, the first that is so: what is left of it, what was thought of it, chilli. */
function MoreOfIt({ meal }: { meal: MealOnMenu }) {
  return (
    <p className="absolute inset-x-2 bottom-2 flex">
      {/* "4 left for Tue 13 Jan", written by app/web/page-life.ts: React leaves alone what it finds in it. */}
      <span
        data-few-left={meal.id}
        dangerouslySetInnerHTML={EMPTY}
        suppressHydrationWarning
        className={`peer ${BADGE} bg-warning-soft text-warning empty:hidden`}
      />
      {(meal.rating || isHot(meal)) && (
        <span className={`${BADGE} bg-surface text-ink shadow-card peer-not-empty:hidden`}>
          {meal.rating ? <Rating {...meal.rating} /> : 'Chilli'}
        </span>
      )}
    </p>
  );
}

function Rating({ average, count }: NonNullable<MealOnMenu['rating']>) {
  return (
    <>
      <span aria-hidden="true">{`★ ${average} (${count})`}</span>
      <span className="sr-only">{`${average} of 5 stars (${count} ratings)`}</span>
    </>
  );
}
