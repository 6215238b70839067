/** "Same as last week" with other meals: every place that an earlier order had, filled again. */
import type {
  CellToFill,
  FillMenu,
  FillWish,
  TableFill,
} from '#areas/checkout/rules/draft/fill-candidates.ts';
import { fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import { withSecondHelpings } from '#areas/checkout/rules/draft/second-helpings.ts';
import type { Person } from '#areas/order-book/rules/people.ts';

/** Which meals are laid. `new`: what they like best, and for the rest what they did not have. */
export const LAY_WAYS = ['same', 'other', 'new'] as const;
export type LayWay = (typeof LAY_WAYS)[number];

/** A place at the table; twice where a second helping was had. */
export type PlaceToLay = CellToFill & { personIndex: number };

/** `people`: without meals. Places for which there is none are in `emptyCells`. */
export function layOtherMeals(
  people: readonly Person[],
  places: readonly PlaceToLay[],
  way: Exclude<LayWay, 'same'>,
  menu: FillMenu,
  together: FillWish['together'],
): TableFill {
  const byPlace = [...Map.groupBy(places, placeKey).values()];
  const seatsOf = (some: readonly PlaceToLay[][]) =>
    some.flatMap(([place]) =>
      place ? [{ ...place, days: [place.date], mealTypes: [place.mealType] }] : [],
    );
  const wish: FillWish = {
    seats: seatsOf(byPlace),
    together,
    limitCents: null,
    hasSecond: false,
    isNew: way === 'new',
  };
  const table = fillTable(people, wish, menu);
  const seats = seatsOf(byPlace.filter(({ length }) => length > 1));
  return seats.length === 0 ? table : withSecondHelpings(table, { ...wish, seats }, menu);
}

function placeKey({ personIndex, date, mealType }: PlaceToLay): string {
  return `${personIndex} ${date} ${mealType}`;
}
