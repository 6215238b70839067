import { DragDropProvider } from '@dnd-kit/react';
import { useState } from 'react';
import type { StaffMealReply } from '#areas/menu/calls/meals.ts';
import type { PlainDate } from '#platform/rules/plain-date.ts';
import type { MenuState } from '#areas/menu/rules/menu-week.ts';
import type { ShownMenu } from '#areas/recipes/web/portal/menu-weeks-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { useMayDo } from '#platform/web/api/session.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { SaveBar } from '#platform/web/portal/save-bar.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { MenuBalance } from './menu-balance.tsx';
import { MenuBoard } from './menu-board.tsx';
import { OtherMeals } from './other-meals.tsx';
import { isSameMenu, type MenuRow, toggleDay, withMeal, withoutMeal } from './planned-menu.ts';
import { RepeatMenus } from './repeat-menus.tsx';
import { StillSold } from './still-sold.tsx';
import { useSaveMenu } from './use-save-menu.ts';

type MenuPlannerProps = {
  weekStart: PlainDate;
  /** Null: there is none. */
  menu: ShownMenu | null;
  meals: readonly StaffMealReply[];
  /** Ordering has closed: shown as it was. */
  isOver: boolean;
};

/** A week's menu with its changes until they are saved. */
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
      state,
      entries: [...entries],
      ...(menu && { version: menu.version }),
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
        onRemove={(mealId) => setEntries((known) => withoutMeal(known, mealId))}
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
            <Button variant="quiet" disabled={isBusy} onClick={() => saving.remove.run()}>
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

/** What customers are offered as it stands. */
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
