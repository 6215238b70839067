import { useDeferredValue, useMemo, useState } from 'react';
import { mealRuleFor } from '#areas/checkout/rules/draft/meal-for.ts';
import { portionsInWeek } from '#areas/order-book/rules/portions-to-place.ts';
import { copyToOthers } from '#areas/checkout/rules/draft/share-meals.ts';
import { mealCount, type Person } from '#areas/order-book/rules/people.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { type OrderInWizard, useOrder } from '#areas/checkout/web/site/order-context.tsx';
import { type MissedBy, missedByPerson, onTables } from './shared-words.ts';
import { useFillDialog } from './use-fill-dialog.ts';
import type { OpenCell } from './use-open-cell.ts';

type QuickWaysProps = { personIndex: number; onPick: (cell: OpenCell) => void };

/** Two shortcuts to fill a week. Both only use empty cells, and both can be undone. */
export function QuickWays({ personIndex, onPick }: QuickWaysProps) {
  const { draft, dispatch, facts, menu, week } = useOrder();
  const [isFilling, setIsFilling] = useState(false);
  const { loaded, loadAgain } = useFillDialog();
  const [copy, setCopy] = useState<{ people: Person[]; missed: MissedBy[] } | null>(null);
  const { people } = draft;
  const person = people[personIndex];
  // A tap is answered first; whether anything can be copied is known a moment later.
  const shown = useDeferredValue(draft);
  const shownIndex = useDeferredValue(personIndex);
  const canCopy = useMemo(() => {
    const shared = copyOf(shown, shownIndex, { facts, menu, week });
    return shared.missed.length > 0 || mealCount(shared.people) > mealCount(shown.people);
  }, [shown, shownIndex, facts, menu, week]);
  if (!person) return null;

  function fill() {
    setIsFilling(true);
    if (loaded === 'failed') loadAgain();
  }

  function copyToEveryone() {
    const shared = copyOf(draft, personIndex, { facts, menu, week });
    const isAnyCopied = mealCount(shared.people) > mealCount(people);
    const missed = missedByPerson(people, shared.missed);
    if (isAnyCopied) dispatch({ type: 'meals replaced', people: shared.people });
    setCopy({ people: isAnyCopied ? shared.people : people, missed });
  }

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={fill}>
          Fill the week for me
        </Button>
        {people.length > 1 && (
          <Button variant="secondary" size="small" disabled={!canCopy} onClick={copyToEveryone}>
            Copy {person.name}’s meals to everyone
          </Button>
        )}
      </div>
      <div role="status">
        {copy && copy.people === people && copy.missed.length > 0 && (
          <CopyMisses count={people.length} missed={copy.missed} onPick={onPick} />
        )}
      </div>
      <p role="status" className="text-sm text-danger empty:hidden">
        {isFilling && loaded === 'failed'
          ? 'We couldn’t load this. Please check your connection and tap again.'
          : ''}
      </p>
      {loaded !== null && loaded !== 'failed' && (
        <loaded.Dialog open={isFilling} onClose={() => setIsFilling(false)} />
      )}
    </div>
  );
}

function copyOf(
  draft: OrderInWizard['draft'],
  personIndex: number,
  { facts, menu, week }: Pick<OrderInWizard, 'facts' | 'menu' | 'week'>,
) {
  const rules = {
    rule: mealRuleFor(draft, facts, { left: portionsInWeek(week.days) }),
    find: menu.find,
  };
  return copyToOthers(draft.people, personIndex, rules);
}

type CopyMissesProps = {
  count: number;
  missed: readonly MissedBy[];
  onPick: (cell: OpenCell) => void;
};

/** What copying left out, for whom and why. */
function CopyMisses({ count, missed, onPick }: CopyMissesProps) {
  return (
    <div className="grid gap-1 rounded-2xl bg-sunken px-3 py-2 text-sm">
      <span>{onTables(count - missed.length)}</span>
      {missed.map(({ personIndex, name, words, cell }) => (
        <span key={personIndex} className="flex flex-wrap items-center gap-x-2">
          <span>{words}</span>
          <Button variant="quiet" size="small" onClick={() => onPick({ personIndex, ...cell })}>
            Choose for {name}
          </Button>
        </span>
      ))}
    </div>
  );
}
