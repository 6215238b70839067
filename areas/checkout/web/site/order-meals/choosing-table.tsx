import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  memo,
} from 'react';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import {
  daysToChoose,
  firstEmpty,
  firstCell,
  type SeatCell,
  cellForWish,
} from '#areas/checkout/rules/draft/choosing-meals.ts';
import { MEAL_TYPES, type MealType } from '#areas/menu/rules/meal.ts';
import { useLookCloser } from '#areas/menu/web/use-look-closer.tsx';
import { mealAt, type Person, mealsAt } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { countOfService, type ServiceFacts, serviceOf } from '#areas/business/rules/services.ts';
import { DeferredOrder, useOrder, useStableCall } from '#areas/checkout/web/site/order-context.tsx';
import { useMealDays, WeekTable } from './week-table.tsx';
import { type OrderMenu, lastWeekMark } from '#areas/checkout/web/site/order-menu.ts';
import { CellLine, ViewChoice, NoFood, PickerStatus } from './meal-picker.tsx';
import { FillButton } from './fill-button.tsx';
import { NO_VIEW, type PickerView } from './offered-meals.ts';
import { OfferedCards } from './offered-cards.tsx';
import { useMealPlacing, PORTIONS, type OpenCell, useOpenCell } from './meal-placing.ts';
import { WeekDots } from './week-dots.tsx';
import { mealRuleFor, verdictText } from '#areas/checkout/rules/draft/meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';

/** Where links to meals that are missing lead. */
export const CHOOSING_TABLE_ID = 'choose-meals';

type ChoosingTableProps = {
  /** What is sold today, for an order whose meals may have left the menu since: the cards offer nothing else. */
  menuToday?: OrderMenu;
  /** The cell that a refusal leads to. */
  shown?: OpenCell | null;
  onDone: () => void;
};

/**
 * Choosing meals: people, one person's week and the menu for one cell of it, all on the page. The wizard, staff's phone
 * orders and the page that changes an order have it.
 */
export function ChoosingTable({ menuToday, shown = null, onDone }: ChoosingTableProps) {
  const { draft, week, facts, menu } = useOrder();
  const { people } = draft;
  const offered = menuToday ?? menu;
  const mealDays = useMealDays();
  const days = useMemo(
    () => daysToChoose(draft, facts, week.days, mealDays),
    [draft, facts, week, mealDays],
  );
  const kinds = useMemo(() => kindsOf(offered, people), [offered, people]);
  const wish = useWish(days);
  const first = () => wish.cell ?? firstCell(people, { days }, kinds.toReversed());
  const opening = useOpenCell(first);
  const { isOpened, isWeek, look, open, move, showWeek } = opening;
  const cell = useMemo(
    () => within(opening.cell, people.length, kinds),
    [opening.cell, people.length, kinds],
  );
  const [isForAll, setIsForAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const weekChoice = useRef<HTMLButtonElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const quiet = useRef(new WeakSet<OpenCell>());
  const placing = useMealPlacing({ cell, days, isForAll, onMove: move });
  useCellInSight(cell, { heading, weekChoice, cards, isOpened, isCovered: look !== null, quiet });

  const openCell = useStableCall(open);
  useEffect(() => {
    if (shown) openCell(shown);
  }, [shown, openCell]);
  const moveQuietly = useStableCall((to: OpenCell) => {
    quiet.current.add(to);
    move(to);
  });
  // Orders may have closed meanwhile, and the week is another one; the notice that says so has the focus.
  const isOfWeek = mealDays.includes(cell.date);
  const moveToFirst = useStableCall(() => moveQuietly(first()));
  useEffect(() => {
    if (!isOfWeek) moveToFirst();
  }, [isOfWeek, moveToFirst]);
  const showPerson = useStableCall((personIndex: number) => {
    const { mealType, date } = cell;
    moveQuietly(
      firstEmpty(people, { days }, { personIndex, mealType }) ?? { personIndex, mealType, date },
    );
  });
  const everyone = useMemo(
    () =>
      people.length > 1 &&
      cell.helping !== 'second' && (
        <CheckChip checked={isForAll} onToggle={() => setIsForAll(!isForAll)}>
          Everyone
        </CheckChip>
      ),
    [people.length, cell.helping, isForAll],
  );
  const person = people[cell.personIndex];
  if (!person) return null;

  const views = <ViewChoice isWeek={isWeek} onChange={showWeek} week={weekChoice} />;
  const isLaid = mealAt(person, cell) !== undefined;
  return (
    <div id={CHOOSING_TABLE_ID} className="grid min-w-0 gap-0.5 sm:gap-1">
      <PeopleRow seat={cell.personIndex} onChoose={showPerson} />
      {isWeek ? (
        <div className="grid min-w-0 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-2">
            {views}
            <FillButton />
          </div>
          <DeferredOrder>
            <WeekTable {...{ kinds }} personIndex={cell.personIndex} onPick={openCell} />
          </DeferredOrder>
        </div>
      ) : (
        <div className="grid min-w-0 items-start gap-x-6 lg:grid-cols-[25rem_minmax(0,1fr)] beside:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="flex min-w-0 items-end gap-2 low:hidden lg:sticky lg:top-4 lg:flex-col-reverse lg:items-stretch">
            <WeekDots
              {...{ person, cell, kinds, menu, facts }}
              days={mealDays}
              openDays={days}
              onOpen={openCell}
            />
            {views}
          </div>
          <div className="grid min-w-0 content-start">
            <CellLine
              {...{ heading, cell, person, days }}
              onMove={moveQuietly}
              onWeek={() => showWeek(true)}
            >
              <span className="low:hidden">{everyone}</span>
              <FillButton />
            </CellLine>
            <LaidMealActions {...{ cell, person }} onMove={move} onTakeOff={placing.takeOff} />
            {wish.words && <p className="py-1 text-sm">{wish.words}</p>}
            <OpenCellCards
              {...{ cards, cell, days, everyone, opening }}
              menu={offered}
              onPlace={placing.place}
            />
          </div>
        </div>
      )}
      <PickerStatus
        last={placing.last}
        end={placing.isAtEnd ? endOf(people, { days, kinds, facts }, cell) : null}
        onUndo={placing.undo}
        onSkip={isLaid || isWeek ? undefined : placing.skip}
        onMove={move}
        onDone={onDone}
      />
    </div>
  );
}

type OpenCellCardsProps = {
  cards: RefObject<HTMLDivElement | null>;
  cell: OpenCell;
  days: readonly PlainDate[];
  menu: OrderMenu;
  everyone: ReactNode;
  opening: Pick<ReturnType<typeof useOpenCell>, 'look' | 'lookAt' | 'leaveLook'>;
  onPlace: (mealId: number) => void;
};

/**
 * The cards follow a moment after the heading: a tap is answered first. Until they do they are for another cell, perhaps
 * of someone who may have what this person can't, so they take no taps.
 */
function OpenCellCards(props: OpenCellCardsProps) {
  const { cards, cell, days, menu, everyone, opening, onPlace } = props;
  const { draft, week, facts, dispatch } = useOrder();
  const { look, lookAt, leaveLook } = opening;
  const [kept, setKept] = useState({ seat: cell.personIndex, view: NO_VIEW });
  const view = kept.seat === cell.personIndex ? kept.view : NO_VIEW;
  const now = useMemo(() => ({ draft, cell, view }), [draft, cell, view]);
  const drawn = useDeferredValue<typeof now | null>(now, null);
  const isBehind = drawn !== now;
  const choose = useStableCall((mealId: number) => {
    if (!isBehind) onPlace(mealId);
  });
  const changeView = useStableCall((changed: PickerView) =>
    setKept({ seat: cell.personIndex, view: changed }),
  );
  const before = useMemo(
    () => <span className="hidden shrink-0 low:inline">{everyone}</span>,
    [everyone],
  );
  const sheet = useLookCloser((look !== null && menu.find(look)) || null, {
    onClose: leaveLook,
    actions: ({ id }, close) => (
      <Button
        onClick={() => {
          close();
          choose(id);
        }}
      >
        Choose this meal
      </Button>
    ),
  });
  const person = drawn?.draft.people[drawn.cell.personIndex];
  return (
    <div
      ref={cards}
      aria-busy={isBehind}
      className={classNames(
        'scroll-mt-11',
        isBehind && 'pointer-events-none',
        // The page keeps its length while they are drawn for the first time.
        drawn === null && 'min-h-dvh',
      )}
    >
      {drawn === null ? null : person && days.includes(drawn.cell.date) ? (
        <OfferedCards
          {...drawn}
          {...{ person, facts, week, dispatch, menu, before }}
          onView={changeView}
          onChoose={choose}
          onLook={lookAt}
        />
      ) : (
        <NoFood date={drawn.cell.date} />
      )}
      {sheet}
    </div>
  );
}

/** For someone who was taken off meanwhile: the next person's. Of a kind that is not sold any more: the other. */
function within(cell: OpenCell, count: number, kinds: readonly MealType[]): OpenCell {
  const personIndex = Math.min(cell.personIndex, count - 1);
  const mealType = kinds.includes(cell.mealType) ? cell.mealType : (kinds[0] ?? cell.mealType);
  const isHere = personIndex === cell.personIndex && mealType === cell.mealType;
  return isHere ? cell : { ...cell, personIndex, mealType };
}

/** The kinds of meal that are sold, or lie on the table. */
function kindsOf(menu: OrderMenu, people: readonly Person[]): MealType[] {
  const placed = people.flatMap(({ mealAssignments }) => mealAssignments);
  const known = [...menu.meals, ...placed];
  return MEAL_TYPES.filter((kind) => known.some(({ mealType }) => mealType === kind));
}

/** "All 7 dinners are chosen.", and the other kind where some of it is empty. */
function endOf(
  people: readonly Person[],
  {
    days,
    kinds,
    facts,
  }: { days: readonly PlainDate[]; kinds: readonly MealType[] } & {
    facts: ServiceFacts;
  },
  { mealType }: OpenCell,
) {
  const { name } = serviceOf(mealType, facts);
  const placed = people.reduce(
    (sum, person) => sum + days.filter((date) => mealAt(person, { date, mealType })).length,
    0,
  );
  const isAll = placed === people.length * days.length;
  const words = isAll
    ? `All ${countOfService(placed, mealType, facts)} are chosen.`
    : `That was the last empty ${name}.`;
  const [kind] = kinds.filter((other) => other !== mealType);
  const seats = kind ? [...people.keys()] : [];
  const cells = seats.flatMap(
    (personIndex) => (kind && firstEmpty(people, { days }, { personIndex, mealType: kind })) ?? [],
  );
  return { words, other: kind && cells[0] ? { kind, cell: cells[0] } : null };
}

/** Where the meal that the customer came with may go, and what is said where someone may not have it. */
function useWish(days: readonly PlainDate[]): {
  cell: SeatCell | null;
  words: string | null;
} {
  const { draft, facts, week, menu } = useOrder();
  return useMemo(() => {
    const meal = menu.find(draft.wish ?? 0);
    if (!meal) return { cell: null, words: null };
    const rule = mealRuleFor(draft, facts, { left: portionsInWeek(week.days) });
    const { cell, refused } = cellForWish(draft.people, days, meal, rule);
    const clashes = refused.map(
      ({ personIndex, verdict }) =>
        `not for ${draft.people[personIndex]?.name ?? ''}: ${verdictText(verdict)}`,
    );
    const words = clashes.length === 0 ? null : `${meal.name}: ${clashes.join('; ')}.`;
    return { cell, words };
  }, [draft, facts, week, menu, days]);
}

type PeopleRowProps = { seat: number; onChoose: (seat: number) => void };

/** Whose meals are chosen, with how many each has, in one row that scrolls sideways; one alone is not asked. */
const PeopleRow = memo(function PeopleRow({ seat, onChoose }: PeopleRowProps) {
  const { draft } = useOrder();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelectorAll('label')[seat];
    const list = chip?.parentElement;
    if (chip && list) list.scrollLeft = chip.offsetLeft - (list.clientWidth - chip.offsetWidth) / 2;
  }, [seat]);
  if (draft.people.length === 1) return null;
  return (
    <div ref={row} className="relative min-w-0">
      <PillChoice
        legend="Whose meals?"
        hideLegend
        value={String(seat)}
        pills={draft.people.map(({ name, mealAssignments: { length } }, index) => ({
          value: String(index),
          label: (
            <span className="flex gap-1.5">
              <span className="max-w-[16ch] truncate">{name}</span>
              <span className="font-normal text-ink-soft tabular-nums">
                {length}
                <span className="sr-only">{length === 1 ? ' meal' : ' meals'}</span>
              </span>
            </span>
          ),
        }))}
        onChange={(chosen) => onChoose(Number(chosen))}
        layout="row"
      />
    </div>
  );
});

type InSight = {
  heading: RefObject<HTMLElement | null>;
  /** In place of the heading, while the whole week is shown. */
  weekChoice: RefObject<HTMLElement | null>;
  cards: RefObject<HTMLElement | null>;
  /** A link or a tap has led to this cell. */
  isOpened: boolean;
  /** A sheet lies above it, which has the focus until it closes. */
  isCovered: boolean;
  /** Moved to by something that keeps the focus. */
  quiet: RefObject<WeakSet<OpenCell>>;
};

/**
 * When choosing moves on, the heading that says where has the focus, and another person's cards, which are in another
 * order, begin at their top.
 */
function useCellInSight(
  cell: OpenCell,
  { heading, weekChoice, cards, isOpened, isCovered, quiet }: InSight,
) {
  const before = useRef<OpenCell | null>(null);
  const isDue = useRef(false);
  useEffect(() => {
    const last = before.current;
    before.current = cell;
    const isNew = last === null ? isOpened : last !== cell;
    const isOther = last !== null && last.personIndex !== cell.personIndex;
    if (isNew) isDue.current = !quiet.current.has(cell);
    const takesFocus = isDue.current && !isCovered;
    if (takesFocus) isDue.current = false;
    if (!takesFocus && !isOther) return;
    // Both make the browser lay out the page at once: after the frame that answers the tap.
    requestAnimationFrame(() => {
      setTimeout(() => {
        if (isOther && (cards.current?.getBoundingClientRect().top ?? 0) < 0)
          cards.current?.scrollIntoView({ block: 'start' });
        if (takesFocus) (heading.current ?? weekChoice.current)?.focus({ preventScroll: true });
      });
    });
  }, [cell, heading, weekChoice, cards, isOpened, isCovered, quiet]);
}

type LaidMealActionsProps = {
  cell: OpenCell;
  person: Person;
  onMove: (cell: OpenCell) => void;
  onTakeOff: () => void;
};

function LaidMealActions({ cell, person, onMove, onTakeOff }: LaidMealActionsProps) {
  const { menu, notices } = useOrder();
  const { helping = 'first', ...first } = cell;
  const placed = mealsAt(person, cell);
  const chosen = placed[PORTIONS[helping]];
  const mark =
    chosen &&
    lastWeekMark(notices, person.name, cell, { mealId: chosen.mealId, at: PORTIONS[helping] });
  if (placed.length === 0) return null;
  const isSecond = helping === 'second';
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <p className="mr-auto min-w-0 text-sm wrap-anywhere">
        {chosen ? (
          <>
            Chosen: <strong>{menu.find(chosen.mealId)?.name}</strong>
            {mark && ` · ${mark}`}
          </>
        ) : (
          'Choose the second helping'
        )}
      </p>
      <Button
        variant="quiet"
        size="small"
        onClick={() => onMove(isSecond ? first : { ...first, helping: 'second' })}
      >
        {isSecond ? 'First helping' : 'Second helping'}
      </Button>
      {chosen && (
        <Button variant="quiet" size="small" onClick={onTakeOff}>
          Take off
        </Button>
      )}
    </div>
  );
}
