import { DAYS_IN_WEEK } from '#platform/rules/durations.ts';
import { DragDropProvider, useDraggable } from '@dnd-kit/react';
import { useState } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import { type PlainDate, formatDate, addDays } from '#platform/rules/plain-date.ts';
import type { MenuState } from '#areas/menu/rules/menu-week.ts';
import { type ShownMenu, menuWeekQuery, MENU_WEEKS_KEY } from './recipe-queries.ts';
import { serviceOf } from '#areas/business/rules/services.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { MenuBalance, MenuBoard } from './menu-board.tsx';
import { isSameMenu, type MenuRow, toggleDay, withMeal } from './planned-menu.ts';
import {
  type SavedMenuReply,
  type CopiedMenusReply,
  deleteMenuWeek,
  rotateMenus,
  saveMenuWeek,
} from '#areas/menu/calls/menu-weeks.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { Failure } from '#platform/web/api/failure.ts';
import { useChange } from '#platform/web/api/use-change.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { classNames } from '#platform/web/ui/class-names.ts';
import { FailureNotice } from '#platform/web/ui/feedback/failure-notice.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import { NumberStepper } from '#platform/web/ui/form/date-field.tsx';

type MenuPlannerProps = {
  weekStart: PlainDate;
  /** Null: there is none. */
  menu: ShownMenu | null;
  meals: readonly StaffMealReply[];
  /** Ordering has closed: shown as it was. */
  isOver: boolean;
};

export function MenuPlanner({ weekStart, menu, meals, isOver }: MenuPlannerProps) {
  const isEditor = useMayDo('editMeals') && !isOver;
  const saved = menu?.entries ?? [];
  const [entries, setEntries] = useState<readonly MenuRow[]>(saved);
  const isUnsaved = !isSameMenu(entries, saved);
  const saving = useSaveMenu(weekStart);
  const byId = new Map(meals.map((meal) => [meal.id, meal]));
  const add = (mealId: number) => {
    const meal = byId.get(mealId);
    if (meal) setEntries((known) => withMeal(known, meal, weekStart));
  };
  const save = (state: MenuState) =>
    saving.save.run({
      params: { weekStart },
      body: { state, entries: [...entries], ...(menu && { version: menu.version }) },
    });
  const isBusy = saving.save.isBusy || saving.remove.isBusy;

  return (
    <DragDropProvider
      onDragEnd={({ canceled, operation: { source, target } }) => {
        if (!canceled && target?.id === 'menu' && source) add(source.data['mealId'] as number);
      }}
    >
      <StateOfMenu menu={menu} isOver={isOver} />
      <StillSold meals={menu?.stillSold ?? []} />
      {saving.problem !== null && (
        <Notice tone="error" title="The menu was not saved" announce="now">
          {saving.problem.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      <MenuBoard
        weekStart={weekStart}
        entries={entries}
        meals={byId}
        isEditor={isEditor}
        onToggle={(mealId, day) => setEntries((known) => toggleDay(known, mealId, day))}
        onRemove={(gone) => setEntries((known) => known.filter(({ mealId }) => mealId !== gone))}
      />
      {entries.length > 0 && <MenuBalance weekStart={weekStart} entries={entries} meals={meals} />}
      {isEditor && (
        <OtherMeals
          meals={meals.filter(({ id }) => !entries.some(({ mealId }) => mealId === id))}
          onAdd={add}
          onAddAll={(all) => all.forEach(({ id }) => add(id))}
        />
      )}
      {isEditor && (
        <div className="flex flex-wrap gap-2">
          <Button
            busy={saving.save.isBusy}
            busyLabel="Saving…"
            disabled={entries.length === 0 || (!isUnsaved && menu?.state === 'ready')}
            onClick={() => save('ready')}
          >
            {menu?.state === 'ready' ? 'Save and keep on sale' : 'Save and publish'}
          </Button>
          <Button
            variant="secondary"
            disabled={isBusy || (!isUnsaved && menu?.state !== 'ready')}
            onClick={() => save('draft')}
          >
            {menu?.state === 'ready' ? 'Turn into a draft' : 'Save as a draft'}
          </Button>
          {menu && <RepeatMenus weekStart={weekStart} isBlocked={isUnsaved} />}
          {menu && (
            <Button
              variant="quiet"
              disabled={isBusy}
              onClick={() => saving.remove.run({ params: { weekStart } })}
            >
              Remove this menu
            </Button>
          )}
        </div>
      )}
      {isUnsaved && (
        <SaveBar message="Unsaved changes to this menu" what="this week’s menu">
          <Button variant="secondary" size="small" onClick={() => setEntries(saved)}>
            Undo all
          </Button>
        </SaveBar>
      )}
    </DragDropProvider>
  );
}

function StateOfMenu({ menu, isOver }: Pick<MenuPlannerProps, 'menu' | 'isOver'>) {
  const formatInstant = useFormatInstant();
  if (isOver) return null;
  if (menu?.state === 'ready')
    return (
      <Notice tone="success" title="Published">
        <p>
          Customers are offered these meals, on these days, from {formatInstant(menu.publishAt)}. A
          meal that is switched off or out of season stays off.
        </p>
      </Notice>
    );
  return (
    <Notice tone="info" title={menu ? 'Draft' : 'No menu for this week'}>
      <p>
        Until you publish one, customers are offered every meal that is switched on, on every day.
      </p>
    </Notice>
  );
}

/** Taken off the menu, and customers have paid for them: what is sold stays sold unless someone swaps it. */
function StillSold({ meals }: { meals: SavedMenuReply['stillSold'] }) {
  const maySwap = useMayDo('settleRunOut');
  if (meals.length === 0) return null;
  return (
    <Notice tone="warning" announce="now" title="Some of these meals are sold already">
      <p>New sales have stopped. Customers still get what they have paid for.</p>
      <ul className="grid gap-1">
        {meals.map(({ mealId, name, date, sold }) => (
          <li key={`${mealId} ${date}`} className="flex flex-wrap items-center gap-x-3">
            <span>
              <strong>{name}</strong>: {sold} sold for {formatDate(date)}
            </span>
            {maySwap && (
              <Link
                to={paths.admin({ tab: 'meals', runOut: mealId, date })}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                Swap or refund them
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Saves or removes a week's menu. `problem`: why the last attempt failed, line by line; what was planned stays. */
function useSaveMenu(weekStart: PlainDate) {
  const client = useQueryClient();
  const { queryKey } = menuWeekQuery(weekStart);
  const save = useChange(saveMenuWeek, {
    onDone: (saved) => void client.setQueryData(queryKey, saved),
    says: ({ state }) => ({
      title: state === 'ready' ? 'Menu Published' : 'Draft Saved',
      description:
        state === 'ready'
          ? 'Customers are offered these meals for the week.'
          : 'Customers don’t see it yet.',
      tone: 'success',
    }),
  });
  const remove = useChange(deleteMenuWeek, {
    onDone: () => void client.setQueryData(queryKey, null),
    says: () => ({
      title: 'Menu Removed',
      description: 'The week offers every meal that is switched on.',
      tone: 'success',
    }),
  });
  const failure = save.failure ?? remove.failure;
  return { save, remove, problem: failure && linesOf(failure) };
}

function linesOf(failure: Failure): string[] {
  return failure.is === 'fields'
    ? [...new Set(Object.values(failure.fields) as string[])]
    : [failure.message];
}

type OtherMealsProps = {
  meals: readonly StaffMealReply[];
  onAdd: (mealId: number) => void;
  onAddAll: (meals: readonly StaffMealReply[]) => void;
};

/** What could be on the menu too: by a tap, or dragged onto the board. */
function OtherMeals({ meals, onAdd, onAddAll }: OtherMealsProps) {
  const active = meals.filter(({ isActive }) => isActive);
  if (meals.length === 0) return null;
  return (
    <section className="grid gap-3" aria-label="Not on this menu">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg">
          Not on this menu <span className="text-ink-soft">({meals.length})</span>
        </h3>
        {active.length > 0 && (
          <Button variant="secondary" size="small" onClick={() => onAddAll(active)}>
            Add all that are switched on
          </Button>
        )}
      </div>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {meals.map((meal) => (
          <OtherMeal key={meal.id} meal={meal} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
}

function OtherMeal({ meal, onAdd }: { meal: StaffMealReply } & Pick<OtherMealsProps, 'onAdd'>) {
  const { business } = useConfig();
  const { ref, handleRef, isDragging } = useDraggable({
    id: `meal ${meal.id}`,
    data: { mealId: meal.id },
  });
  return (
    <li
      ref={ref}
      className={classNames(
        'flex items-center justify-between gap-2 rounded-2xl border border-line bg-surface py-1 pr-1 pl-3',
        isDragging && 'opacity-60',
      )}
    >
      <span ref={handleRef}>
        {meal.name}{' '}
        <span className="text-sm text-ink-soft">{serviceOf(meal.mealType, business).name}</span>{' '}
        {!meal.isActive && <Badge variant="secondary">Switched off</Badge>}
      </span>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Add ${meal.name}`}
        onClick={() => onAdd(meal.id)}
      >
        Add
      </Button>
    </li>
  );
}

/** Drafts for later weeks from this one, or from this and the ones after it in turn. */
function RepeatMenus({ weekStart, isBlocked }: { weekStart: PlainDate; isBlocked: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [every, setEvery] = useState(1);
  const [weeks, setWeeks] = useState(1);
  const repeating = useChange(rotateMenus, { refresh: [{ queryKey: MENU_WEEKS_KEY }] });
  const last = addDays(weekStart, (every - 1) * DAYS_IN_WEEK);
  return (
    <>
      <Button
        variant="secondary"
        disabled={isBlocked}
        title={isBlocked ? 'Save your changes first' : undefined}
        onClick={() => {
          repeating.reset();
          setOpen(true);
        }}
      >
        Repeat…
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Repeat this menu"
        actions={
          <>
            <Button variant="secondary" size="small" onClick={() => setOpen(false)}>
              {repeating.result ? 'Close' : 'Cancel'}
            </Button>
            {!repeating.result && (
              <Button
                size="small"
                busy={repeating.isBusy}
                busyLabel="Making drafts…"
                onClick={() => repeating.run({ body: { from: weekStart, every, weeks } })}
              >
                Make drafts
              </Button>
            )}
          </>
        }
      >
        {repeating.result ? (
          <Outcome copied={repeating.result} />
        ) : (
          <div className="grid gap-4">
            <NumberStepper
              label="Weeks in the sequence"
              value={every}
              min={1}
              max={8}
              onChange={setEvery}
            />
            <NumberStepper
              label="Drafts to make"
              value={weeks}
              min={1}
              max={26}
              onChange={setWeeks}
            />
            <p>
              {every === 1
                ? `Copies the week of ${formatDate(weekStart)} to the ${weeks === 1 ? 'week' : `${weeks} weeks`} after it.`
                : `Repeats the weeks of ${formatDate(weekStart)} to ${formatDate(last)} in turn.`}{' '}
              Weeks that have a menu keep it.
            </p>
            <FailureNotice failure={repeating.failure} title="No drafts were made" />
          </div>
        )}
      </Dialog>
    </>
  );
}

function Outcome({ copied: { made, kept, leftOut } }: { copied: CopiedMenusReply }) {
  return (
    <div className="grid gap-3" role="status">
      <p>
        {made.length === 0
          ? 'No draft was made.'
          : `Drafts for the ${made.length === 1 ? 'week' : 'weeks'} of ${made.map(({ weekStart }) => formatDate(weekStart)).join(', ')}.`}
      </p>
      {kept.length > 0 && <p>Left as they were: {kept.map(formatDate).join(', ')}.</p>}
      {leftOut.length > 0 && (
        <p>Left out: {leftOut.map(({ name, why }) => `${name} (${why})`).join(', ')}.</p>
      )}
    </div>
  );
}
