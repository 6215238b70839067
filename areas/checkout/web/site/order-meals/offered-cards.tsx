import { PersonName } from '#areas/order-book/web/person-name.tsx';
import { memo, type ReactNode, useMemo } from 'react';
import { orderCards } from '#areas/checkout/rules/draft/card-order.ts';
import { formatDayAndMonth } from '#platform/rules/plain-date.ts';
import { namesText } from '#areas/needs/rules/gate/verdict.ts';
import type { OrderDraft } from '#areas/order-book/rules/order-draft.ts';
import { mealsAt, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import type { OrderInWizard } from '#areas/checkout/web/site/order-context.tsx';
import { dayNeed } from './day-target.ts';
import { countKinds, narrow, type PickerView } from './filter-offered.ts';
import { LeftOutMeals } from './left-out-meals.tsx';
import { cardNotes, OfferedCard } from './offered-card.tsx';
import { type Offer, offerTo } from './offered-meals.ts';
import { PickerFilter } from './picker-filter.tsx';
import { useFavourites } from './use-favourites.ts';
import { PORTIONS } from './use-meal-placing.ts';
import type { OpenCell } from './use-open-cell.ts';

type OfferedCardsProps = Pick<OrderInWizard, 'menu' | 'facts' | 'week' | 'dispatch'> & {
  draft: OrderDraft;
  cell: OpenCell;
  person: Person;
  view: PickerView;
  onView: (view: PickerView) => void;
  onChoose: (mealId: number) => void;
  onLook: (mealId: number) => void;
  /** Before the chips. */
  before: ReactNode;
};

/** What may go into the open cell, as cards. */
export const OfferedCards = memo(function OfferedCards(props: OfferedCardsProps) {
  const { draft, menu, facts, week, dispatch, cell, person, view, onView } = props;
  const { onChoose, onLook, before } = props;
  const { favourites, first } = useFavourites();
  const offer = useMemo(
    () => offerTo({ draft, menu, facts, week }, person, cell),
    [draft, menu, facts, week, person, cell],
  );
  const kinds = useMemo(() => countKinds(offer.offered, favourites), [offer, favourites]);
  const { shown, search, says } = useMemo(() => {
    const need = dayNeed(person, cell, menu);
    const ordered = orderCards(offer.offered, { wishId: draft.wish ?? null, hearts: first, need });
    return narrow(ordered, view, { hearts: favourites, phone: facts.phone });
  }, [offer, person, cell, menu, draft.wish, first, favourites, view, facts]);
  const chosenId = mealsAt(person, cell)[PORTIONS[cell.helping ?? 'first']]?.mealId;

  if (offer.offered.length + offer.leftOut.length === 0)
    return (
      <EmptyState title={`No ${cell.mealType} on the menu for this day`}>
        Try another day.
      </EmptyState>
    );

  function addNeed() {
    if (!search) return;
    const both = <Item,>(had: readonly Item[], more: readonly Item[]) => [
      ...new Set([...had, ...more]),
    ];
    dispatch({
      type: 'food needs changed',
      index: cell.personIndex,
      changes: {
        allergens: both(person.allergens, search.without),
        avoid: both(person.avoid, search.avoid),
      },
      menu,
    });
    onView({ ...view, search: '' });
  }

  const isWithout = search !== null && search.without.length + search.avoid.length > 0;
  return (
    <div className="grid min-w-0 gap-0.5 low:gap-0">
      <PickerFilter view={view} onView={onView} kinds={kinds} before={before} />
      <div role="status" className="grid gap-1 text-sm empty:hidden">
        {search && search.respelled.length > 0 && (
          <p>
            Showing {search.respelled.map(({ read }) => `“${read}”`).join(', ')}.{' '}
            <Button
              variant="quiet"
              size="small"
              onClick={() => onView({ ...view, search: `“${view.search}”` })}
            >
              {search.respelled.map(({ written }) => `“${written}”`).join(', ')} as written
            </Button>
          </p>
        )}
        {says.map(({ about, text }) => (
          <p key={about}>{text}</p>
        ))}
        {isWithout && (
          <p className="flex flex-wrap items-center gap-x-2">
            <span>
              Is this a need of <PersonName name={person.name} />
              ’s?
            </span>
            <Button variant="secondary" size="small" onClick={addNeed}>
              Add it for <PersonName name={person.name} />
            </Button>
          </p>
        )}
      </div>
      {shown.length === 0 && (
        <p className="py-2">
          {offer.offered.length > 0
            ? `No ${cell.mealType} of ${person.name}’s day is like that.`
            : noneLeft(person, cell, offer, facts)}
        </p>
      )}
      <ul
        aria-label="Meals to choose from"
        className="grid grid-cols-2 gap-2.5 low:grid-cols-1 low:gap-0 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]"
      >
        {shown.map((one) => (
          <OfferedCard
            key={one.meal.id}
            meal={one.meal}
            isChosen={one.meal.id === chosenId}
            missedDiets={one.missedDiets}
            hasTraces={one.hasTraces}
            left={one.left}
            soldOutFor={one.isSoldOut ? cell.date : null}
            notes={cardNotes(one)}
            isWish={one.meal.id === draft.wish}
            onChoose={onChoose}
            onLook={onLook}
          />
        ))}
      </ul>
      <LeftOutMeals leftOut={offer.leftOut} personName={person.name} phone={facts.phone} />
    </div>
  );
});

function noneLeft(
  person: Person,
  { mealType, date }: OpenCell,
  { leftOut }: Offer,
  { phone }: { phone: string },
): string {
  const day = formatDayAndMonth(date);
  if (leftOut.some(({ verdict: { outcome } }) => outcome !== 'will not keep')) {
    const without = namesText([...person.allergens, ...person.avoid]).split(', ');
    const list = new Intl.ListFormat('en-AU').format(without);
    return `No ${mealType} without ${list} on ${day}. Call us: ${phone}.`;
  }
  return `No ${mealType} keeps until ${day}. Choose another delivery day, or call us: ${phone}.`;
}
