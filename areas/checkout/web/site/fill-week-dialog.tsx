import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { type ReactNode, startTransition, useDeferredValue, useMemo, useState } from 'react';
import { THRIFTY_CENTS } from '#areas/menu/rules/price-limits.ts';
import { fillWeek, type WeekFill } from '#areas/checkout/rules/draft/fill-week.ts';
import { withSecondHelpings } from '#areas/checkout/rules/draft/second-helpings.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { fillMenu } from './fill-menu.ts';
import {
  capOf,
  firstWish,
  mealTypesOf,
  askedPeople,
  strictestDiet,
  type Wish,
  whoseHelpings,
} from './fill-wish.ts';
import { describeFill } from './fill-words.ts';
import { useOrder } from './order-context.tsx';

type FillWeekDialogProps = { open: boolean; personIndex: number; onClose: () => void };

/** Asks for whom and for which meals, and says what comes of it before anything is added. */
export function FillWeekDialog({ open, personIndex, onClose }: FillWeekDialogProps) {
  const { draft, dispatch } = useOrder();
  const [wish, setWish] = useState(() => firstWish(draft.people));
  // A tap is answered first; the week it asks for comes a moment later.
  const asked = open ? wish : null;
  const answered = useDeferredValue(asked, null);
  const week = useFilledWeek(answered, personIndex);
  const added = week?.added ?? 0;

  function fill() {
    onClose();
    if (!week) return;
    // The dialog goes first: drawing a full week takes longer than a tap may wait.
    startTransition(() => dispatch({ type: 'meals replaced', people: week.people }));
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
        <div className="grid">
          <CheckLine
            checked={wish.isThrifty}
            onChange={(isThrifty) => setWish({ ...wish, isThrifty })}
          >
            Keep it under ${THRIFTY_CENTS / 100} a meal
          </CheckLine>
          <CheckLine
            checked={wish.hasSecond}
            onChange={(hasSecond) => setWish({ ...wish, hasSecond })}
          >
            A second helping a day{whoseHelpings(draft.people, wish, personIndex)}
          </CheckLine>
        </div>
        <Preview week={week} wish={answered ?? wish} />
      </div>
    </Dialog>
  );
}

type CheckLineProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

function CheckLine({ checked, onChange, children }: CheckLineProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

function useFilledWeek(wish: Wish | null, personIndex: number): WeekFill | null {
  const { draft, menu, facts, week } = useOrder();
  return useMemo(() => {
    if (wish === null) return null;
    const days = week.days.map(({ date }) => date);
    const asked = {
      people: askedPeople(wish, draft.people, personIndex),
      days,
      mealTypes: mealTypesOf(wish),
    };
    const menuToFill = fillMenu(
      { draft, menu, facts, week },
      { first: days[0], underCents: capOf(wish) },
    );
    const filled = fillWeek(draft.people, asked, menuToFill);
    return wish.hasSecond ? withSecondHelpings(filled, asked, menuToFill) : filled;
  }, [wish, draft, menu, facts, week, personIndex]);
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
