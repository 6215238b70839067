import { serviceTitle } from '#areas/business/rules/services.ts';
import { useEffect, useState } from 'react';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import type { ShownComment, MealOfPage } from '#areas/menu/calls/site-data.ts';
import { similarMeals } from '#areas/menu/rules/similar-meals.ts';
import { NotFoundPage } from '#areas/business/web/not-found-page.tsx';
import { useConfig, usePageData } from '#areas/business/web/page-data.ts';
import { useMenu } from '#areas/menu/web/menu-data.ts';
import { mealWords } from '#areas/menu/web/meal-words.ts';
import { useParams } from '#platform/web/navigation/address.ts';
import { documentTitle } from '#platform/web/navigation/router.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { MealDetails, MealNumbers } from '#areas/menu/web/meal-details.tsx';
import { Heart } from '#areas/menu/web/heart.tsx';
import { DishPicture } from '#areas/menu/web/dish-picture.tsx';
import { TranslatedNote } from '#platform/web/ui/feedback/translated-note.tsx';
import { PersonName } from '#platform/web/ui/person-name.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';

const SIMILAR = 3;
const LARGE = { photo: 'aspect-[4/3]' };

export function MealPage() {
  const { slug = '' } = useParams();
  const { business } = useConfig();
  const menu = useMenu();
  const meal = useMealOfPage(slug);
  useTitle(meal?.name ?? NOT_FOUND, business.name);
  if (!meal) return <NotFoundPage />;
  const words = mealWords(meal, { menu, business });
  return (
    <article className="mx-auto grid max-w-5xl gap-6 px-4 pt-6 sm:px-6 md:gap-8">
      <p>
        <a
          href={paths.menu()}
          className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4 print:hidden"
        >
          ← The whole menu
        </a>
      </p>
      <div className="grid items-center gap-6 md:grid-cols-2 md:gap-10">
        <div className="relative overflow-hidden rounded-3xl bg-sunken">
          <DishPicture
            meal={meal}
            sizes="(min-width: 48rem) 30rem, 24rem"
            isAboveFold
            className="mx-auto w-full max-w-lg"
            classOf={LARGE}
          />
          <Heart meal={meal} className="absolute top-1 right-1" />
        </div>
        <div className="grid justify-items-start gap-3">
          <span className="rounded-full bg-mango px-3 py-0.5 text-sm font-semibold text-on-mango">
            {serviceTitle(meal.mealType, business)}
          </span>
          <PageHeading className="text-[1.75rem] leading-tight md:text-4xl">
            {meal.name}
          </PageHeading>
          <TranslatedNote />
          {meal.rating && (
            <p className="text-sm whitespace-nowrap text-ink-soft tabular-nums">
              <span aria-hidden="true">★ </span>
              {meal.rating.average}
              <span className="sr-only"> of 5 stars</span> ({meal.rating.count} ratings)
            </p>
          )}
          <MealNumbers words={words} />
          <p>{words.description}</p>
          <AddToWeek meal={meal} />
        </div>
      </div>
      <MealDetails words={words} level={2} />
      <Comments comments={meal.comments ?? []} />
      <SimilarMeals meals={similarMeals(meal, menu, SIMILAR)} />
    </article>
  );
}

/** A link, so that it works before scripts; the order opens with this meal first. */
function AddToWeek({ meal }: { meal: MealReply }) {
  if (!meal.isActive)
    return <p className="rounded-2xl bg-warning-soft p-4">This meal is not on this week’s menu.</p>;
  return (
    <a href={paths.order({ meal: meal.slug })} className={buttonClass('primary', 'large')}>
      Add to my week
    </a>
  );
}

function Comments({ comments }: { comments: readonly ShownComment[] }) {
  if (comments.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">What customers say</h2>
      <ul className="grid items-start gap-3 sm:grid-cols-2">
        {comments.map(({ firstName, stars, comment }, index) => (
          <li key={index} className="grid gap-1 rounded-2xl border border-line bg-surface p-4">
            <p>
              <span aria-hidden="true" className="text-primary">
                {'★'.repeat(stars)}
              </span>
              <span className="sr-only">{`${stars} of 5 stars`}</span>
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{comment}</p>
            <p className="text-sm text-ink-soft">
              <PersonName name={firstName} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SimilarMeals({ meals }: { meals: readonly MealReply[] }) {
  if (meals.length === 0) return null;
  return (
    <section className="grid gap-3 print:hidden">
      <h2 className="text-lg">You might also like</h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {meals.map((meal) => (
          <li key={meal.id}>
            <a
              href={paths.meal(meal.slug)}
              className="grid h-full grid-cols-[5rem_minmax(0,1fr)] items-center gap-3 rounded-2xl border border-line bg-surface p-3 hover:bg-primary-soft"
            >
              <DishPicture meal={meal} sizes="5rem" className="aspect-square w-full rounded-xl" />
              <span className="grid gap-0.5">
                <span className="leading-snug font-semibold">{meal.name}</span>
                <span className="text-sm text-ink-soft tabular-nums">
                  ${meal.price} · {meal.calories} Cal
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NOT_FOUND = '404 Page Not Found';

function useTitle(title: string, businessName: string): void {
  useEffect(() => {
    document.title = documentTitle({ title }, businessName);
  }, [title, businessName]);
}

/** The meal with this slug: the one that this very document was sent for, or of the menu. */
function useMealOfPage(slug: string): MealOfPage | undefined {
  const { meals, mealOfPage } = usePageData();
  const [sent] = useState(() => mealOfPage ?? readMealOfPage());
  return [...(sent ? [sent] : []), ...meals].find((meal) => meal.slug === slug);
}

/** The data that every page loads has only the menu, without comments. */
function readMealOfPage(): MealOfPage | null {
  if (typeof document === 'undefined') return null;
  const text = document.querySelector('script[data-meal]')?.textContent;
  // Written by our own server for this very page.
  return text ? (JSON.parse(text) as MealOfPage) : null;
}
