import type { MealReply } from '#areas/menu/calls/meals.ts';
import { allergenStatement } from '#areas/needs/rules/allergens.ts';
import { kilojoules } from '#areas/menu/rules/energy.ts';
import { mealImageSourceSet } from '#areas/menu/rules/meal-image.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { formatDollars } from '#platform/rules/money.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Plate } from '#areas/menu/web/plate.tsx';
import { Price } from '#platform/web/ui/price.tsx';

const EMPTY = { __html: '' };
const TYPE_LABELS = { lunch: 'Lunch', dinner: 'Dinner' };

type MealCardProps = {
  meal: MealReply;
  deliveryFromCents: number;
  /** Whether it is probably visible when the page opens. */
  isAboveFold: boolean;
};

/** On a phone and on paper as low as can be read; with more room the food comes first. */
export function MealCard({ meal, deliveryFromCents, isAboveFold }: MealCardProps) {
  return (
    <Card
      as="li"
      padding="none"
      className="grid grid-cols-[5.5rem_minmax(0,1fr)] content-start gap-x-3 overflow-hidden p-2.5 roomy:flex roomy:flex-col roomy:p-0 print:break-inside-avoid print:shadow-none"
    >
      <div className="relative roomy:bg-sunken roomy:px-6 roomy:pt-5 roomy:pb-4">
        <MealPicture meal={meal} isAboveFold={isAboveFold} />
        <span className="absolute -top-0.5 -left-0.5 rounded-full bg-mango px-2 text-sm font-semibold text-on-mango roomy:top-4 roomy:left-4 roomy:px-3 roomy:py-0.5">
          {TYPE_LABELS[meal.mealType]}
        </span>
      </div>
      <div className="contents roomy:flex roomy:flex-1 roomy:flex-col roomy:gap-2 roomy:p-5 roomy:pb-3">
        <div className="grid content-center roomy:gap-2">
          <h2 className="text-lg leading-tight wrap-anywhere roomy:min-h-[2lh] roomy:text-xl">
            <a href={paths.meal(meal.slug)} className="hover:underline">
              {meal.name}
            </a>
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-1.5 leading-snug">
            <Price amount={meal.price} className="text-lg font-semibold roomy:text-xl" />
            <span className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
              {`+ delivery from ${formatDollars(deliveryFromCents)}`}
              <span className="sr-only roomy:not-sr-only"> a day</span>
            </span>
          </p>
          {/* "4 left for Tue 13 Jan", written by app/web/page-life.ts: React leaves alone what it finds in it. */}
          <p
            data-few-left={meal.id}
            dangerouslySetInnerHTML={EMPTY}
            suppressHydrationWarning
            className="text-sm font-semibold text-warning empty:hidden"
          />
          {meal.rating && (
            <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
              <span aria-hidden="true">★ </span>
              {meal.rating.average}
              <span className="sr-only"> of 5 stars</span> ({meal.rating.count} ratings)
            </p>
          )}
          <MealMacros meal={meal} />
        </div>
        <MealStats meal={meal} />
        <p className="hidden text-ink-soft roomy:line-clamp-2">{meal.description}</p>
        <MealContents meal={meal} />
      </div>
    </Card>
  );
}

/** Pictures are cropped to a square. */
const PICTURE_PX = 208;
const PICTURE_CLASS = 'mx-auto w-22 roomy:w-44';

function MealPicture({ meal, isAboveFold }: { meal: MealReply; isAboveFold: boolean }) {
  if (meal.imageUrl) {
    return (
      <img
        src={meal.imageUrl}
        srcSet={mealImageSourceSet(meal.imageUrl) ?? undefined}
        sizes="(min-width: 40rem) 11rem, 5.5rem"
        width={PICTURE_PX}
        height={PICTURE_PX}
        alt=""
        loading={isAboveFold ? 'eager' : 'lazy'}
        decoding="async"
        className={`${PICTURE_CLASS} aspect-square rounded-full object-cover`}
      />
    );
  }
  const { name, mealType, ingredients, description } = meal;
  return (
    <Plate
      {...{ name, mealType, ingredients, description, isAboveFold }}
      className={PICTURE_CLASS}
    />
  );
}

// Text in one piece: between pieces React writes marks, on every card.

/** Always in this order, so that each number is in the same place on every card. */
function MealMacros({ meal }: { meal: MealReply }) {
  const macros = [
    { label: 'protein', grams: meal.protein },
    { label: 'carbs', grams: meal.carbs },
    { label: 'fat', grams: meal.fat },
  ];
  return (
    <ul className="flex flex-wrap gap-x-2 text-sm leading-snug tabular-nums">
      {macros.map(({ label, grams }) => (
        <li key={label} className="whitespace-nowrap">
          <strong className="font-semibold">{`${grams} g`}</strong>{' '}
          <span className="text-ink-soft">{label}</span>
        </li>
      ))}
    </ul>
  );
}

function MealStats({ meal }: { meal: MealReply }) {
  return (
    <p className="col-span-2 mt-1 flex flex-wrap items-baseline gap-x-3 text-sm leading-snug text-ink-soft tabular-nums roomy:mt-0 *:whitespace-nowrap">
      <span className="font-semibold text-ink">{`${meal.calories} Cal`}</span>
      <span>{`${kilojoules(meal.calories).toLocaleString('en-AU')} kJ`}</span>
      <span>{`${meal.prepTime} min prep`}</span>
      <span>1 serving</span>
    </p>
  );
}

/** The line with the allergens opens the ingredients: as tall as a fingertip, though it takes less room. */
function MealContents({ meal }: { meal: MealReply }) {
  const statement = (
    <span className="min-w-0 flex-1 leading-snug font-semibold">
      {allergenStatement(meal.allergens)}
    </span>
  );
  if (!meal.ingredients) return <p className="col-span-2 text-sm roomy:mt-auto">{statement}</p>;
  return (
    <details className="group col-span-2 -mb-1.5 text-sm roomy:mt-auto roomy:mb-0">
      <summary className="flex min-h-11 items-center gap-3 max-sm:-mt-1 max-sm:-mb-1.5">
        {statement}
        <span className="font-semibold text-primary print:hidden">
          Ingredients<span className="sr-only">{` of ${meal.name}`}</span>{' '}
          <span
            aria-hidden="true"
            className="inline-block transition-transform group-open:rotate-45"
          >
            +
          </span>
        </span>
      </summary>
      <p className="mt-2">{meal.ingredients}</p>
      {meal.storage && <p className="mt-2 mb-1 text-ink-soft">{meal.storage}</p>}
    </details>
  );
}
