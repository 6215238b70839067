import type { MealReply } from '#contract/meals.ts';
import { allergenStatement } from '#domain/menu/allergens.ts';
import { kilojoules } from '#domain/menu/energy.ts';
import { mealImageSourceSet } from '#domain/menu/meal-image.ts';
import { formatDollars } from '#domain/money.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Plate } from '#web/ui/food/plate.tsx';
import { Price } from '#web/ui/food/price.tsx';

const TYPE_LABELS = { lunch: 'Lunch', dinner: 'Dinner' };

type MealCardProps = {
  meal: MealReply;
  deliveryFromCents: number;
  /** Whether it is probably visible when the page opens. */
  isAboveFold: boolean;
};

export function MealCard({ meal, deliveryFromCents, isAboveFold }: MealCardProps) {
  return (
    <Card as="li" padding="none" className="flex flex-col overflow-hidden print:break-inside-avoid">
      <div className="relative bg-sunken px-6 pt-5 pb-4">
        <MealPicture meal={meal} isAboveFold={isAboveFold} />
        <span className="absolute top-4 left-4 rounded-full bg-mango px-3 py-0.5 text-sm font-semibold text-on-mango">
          {TYPE_LABELS[meal.mealType]}
        </span>
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <h2 className="text-xl sm:min-h-[2lh]">{meal.name}</h2>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Price amount={meal.price} className="text-xl font-semibold" />
          <span className="text-sm text-ink-soft tabular-nums">
            + delivery from {formatDollars(deliveryFromCents)} a day
          </span>
        </p>
        <MealStats meal={meal} />
        <p className="text-ink-soft">{meal.description}</p>
        <p className="mt-auto font-semibold">{allergenStatement(meal.allergens)}</p>
        {meal.ingredients && <MealIngredients meal={meal} />}
      </div>
    </Card>
  );
}

/** Pictures are cropped to a square. */
const PICTURE_PX = 208;

function MealPicture({ meal, isAboveFold }: { meal: MealReply; isAboveFold: boolean }) {
  if (meal.imageUrl) {
    return (
      <img
        src={meal.imageUrl}
        srcSet={mealImageSourceSet(meal.imageUrl) ?? undefined}
        sizes="13rem"
        width={PICTURE_PX}
        height={PICTURE_PX}
        alt=""
        loading={isAboveFold ? 'eager' : 'lazy'}
        decoding="async"
        className="mx-auto aspect-square w-52 rounded-full object-cover"
      />
    );
  }
  const { name, mealType, ingredients, description } = meal;
  return (
    <Plate
      {...{ name, mealType, ingredients, description, isAboveFold }}
      className="mx-auto w-52"
    />
  );
}

/** Always in this order, so that each number is in the same place on every card. */
function MealStats({ meal }: { meal: MealReply }) {
  const macros = [
    { label: 'Protein', grams: meal.protein },
    { label: 'Carbs', grams: meal.carbs },
    { label: 'Fat', grams: meal.fat },
  ];
  return (
    <div className="grid gap-2 rounded-2xl bg-sunken px-4 py-3 tabular-nums">
      <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-sm text-ink-soft">
        <span className="text-base font-semibold text-ink">{meal.calories} Cal</span>
        <span>{kilojoules(meal.calories).toLocaleString('en-AU')} kJ</span>
        <span>{meal.prepTime} min prep</span>
        <span>1 serving</span>
      </p>
      <dl className="grid grid-cols-3 gap-2">
        {macros.map(({ label, grams }) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold">{grams} g</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function MealIngredients({ meal }: { meal: MealReply }) {
  return (
    <details className="group border-t border-line pt-3">
      <summary className="flex items-center justify-between gap-2 font-semibold text-primary">
        Ingredients<span className="sr-only"> of {meal.name}</span>
        <span aria-hidden="true" className="transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <p className="mt-2 text-sm">{meal.ingredients}</p>
      {meal.storage && <p className="mt-2 text-sm text-ink-soft">{meal.storage}</p>}
    </details>
  );
}
