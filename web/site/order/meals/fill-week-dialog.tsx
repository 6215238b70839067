import { PillChoice } from '#web/ui/form/pill-choice.tsx';
import { useDeferredValue, useMemo, useState } from 'react';
import { MEAL_TYPES } from '#domain/menu/meal.ts';
import type { Cents } from '#domain/money.ts';
import { fillWeek, type WeekFill } from '#domain/ordering/draft/fill-week.ts';
import type { Diet } from '#domain/people/diets.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { fillMenu } from './fill-menu.ts';
import { describeFill } from './fill-words.ts';
import { UNDER_CENTS } from './offered-meals.ts';
import { useOrder } from '../state/order-context.tsx';

type FillWeekDialogProps = { open: boolean; personIndex: number; onClose: () => void };

type Wish = {
  forWhom: 'person' | 'everyone';
  meals: 'dinner' | 'lunch' | 'both';
  isThrifty: boolean;
};

const DIETS_BY_STRICTNESS: readonly Diet[] = ['vegan', 'vegetarian', 'pescatarian'];

/** Asks for whom and for which meals, and says what comes of it before anything is added. */
export function FillWeekDialog({ open, personIndex, onClose }: FillWeekDialogProps) {
  const { draft, dispatch } = useOrder();
  const [wish, setWish] = useState<Wish>({
    forWhom: 'everyone',
    meals: 'dinner',
    isThrifty: false,
  });
  // A tap is answered first; the week it asks for comes a moment later.
  const asked = open ? wish : null;
  const answered = useDeferredValue(asked, null);
  const week = useFilledWeek(answered, personIndex);
  const added = week?.added ?? 0;

  function fill() {
    if (week) dispatch({ type: 'meals replaced', people: week.people });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Fill the week"
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={added === 0 || answered !== asked} onClick={fill}>
            {added === 1 ? 'Add 1 meal' : `Add ${added} meals`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {draft.people.length > 1 && (
          <PillChoice
            legend="For whom?"
            value={wish.forWhom}
            pills={[
              { value: 'person', label: draft.people[personIndex]?.name },
              { value: 'everyone', label: `Everyone (${draft.people.length})` },
            ]}
            onChange={(forWhom) => setWish({ ...wish, forWhom })}
            layout="even"
          />
        )}
        <PillChoice
          legend="Which meals?"
          value={wish.meals}
          pills={[
            { value: 'dinner', label: 'Dinners' },
            { value: 'lunch', label: 'Lunches' },
            { value: 'both', label: 'Both' },
          ]}
          onChange={(meals) => setWish({ ...wish, meals })}
          layout="even"
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-6 shrink-0"
            checked={wish.isThrifty}
            onChange={(event) => setWish({ ...wish, isThrifty: event.currentTarget.checked })}
          />
          Keep it under ${UNDER_CENTS / 100} a meal
        </label>
        <Preview week={week} wish={answered ?? wish} />
      </div>
    </Dialog>
  );
}

function useFilledWeek(wish: Wish | null, personIndex: number): WeekFill | null {
  const { draft, menu, facts, week } = useOrder();
  return useMemo(() => {
    if (wish === null) return null;
    const isForAll = wish.forWhom === 'everyone';
    const people = isForAll ? draft.people.map((_, index) => index) : [personIndex];
    const days = week.days.map(({ date }) => date);
    const menuToFill = fillMenu(
      { draft, menu, facts },
      { first: days[0], underCents: capOf(wish) },
    );
    return fillWeek(draft.people, { people, days, mealTypes: mealTypesOf(wish) }, menuToFill);
  }, [wish, draft, menu, facts, week, personIndex]);
}

/** The one that leaves the fewest meals. */
function strictestDiet(diets: readonly Diet[]): string {
  return DIETS_BY_STRICTNESS.find((diet) => diets.includes(diet)) ?? '';
}

function mealTypesOf({ meals }: Wish) {
  return meals === 'both' ? MEAL_TYPES : [meals];
}

function capOf({ isThrifty }: Wish): Cents | null {
  return isThrifty ? UNDER_CENTS : null;
}

function Preview({ week, wish }: { week: WeekFill | null; wish: Wish }) {
  const { summary, shortages } = week
    ? describeFill(week, {
        mealTypes: mealTypesOf(wish),
        underCents: capOf(wish),
        dietOf: (index) => strictestDiet(week.people[index]?.diets ?? []),
      })
    : { summary: 'Choosing meals…', shortages: [] };
  return (
    <div role="status" className="grid gap-1">
      <p className="font-semibold tabular-nums">{summary}</p>
      {shortages.map((shortage) => (
        <p key={shortage}>{shortage}</p>
      ))}
      <p className="text-sm text-ink-soft">Only where nothing is chosen yet.</p>
    </div>
  );
}
