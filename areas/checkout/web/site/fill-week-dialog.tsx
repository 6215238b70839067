import { whyTaken } from '#areas/checkout/web/site/deliveries.ts';
import { servedTypes, servicesTitle } from '#areas/business/rules/services.ts';
import { type ReactNode, startTransition, useDeferredValue, useMemo, useState } from 'react';
import { swapDish, fillTable } from '#areas/checkout/rules/draft/fill-table.ts';
import type { FillMenu, FillWish, TableFill } from '#areas/checkout/rules/draft/fill-candidates.ts';
import { deliveryDatesOf } from '#areas/order-book/rules/order-draft.ts';
import { planServiceKcal } from '#areas/menu/rules/plan-share.ts';
import { formatDayAndMonth, type PlainDate } from '#platform/rules/plain-date.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckChip } from '#platform/web/ui/form/check-chip.tsx';
import { PillChoice } from '#platform/web/ui/form/pill-choice.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx';
import {
  answersOf,
  daysAtFirst,
  daysToFill,
  type FillRequest,
  firstRequest,
  amountOf,
  type MealsAsked,
  whoseHelpings,
  wishOf,
  fillMenu,
} from './fill-answers.ts';
import { FillPreview, type PlateOfTable, describeFill } from './fill-preview.tsx';
import { noteFillAnswers, readHouseholds, tasteOf } from './kept-households.ts';
import { hasFreeWindow } from '#areas/checkout/rules/draft/choosing-meals.ts';
import { type OrderInWizard, useOrder } from './order-context.tsx';
import { useMealDays } from '#areas/checkout/web/site/order-meals/week-table.tsx';

/** All preset, two taps do: asks for whom, which days and meals, and shows the food before anything is added. */
export function FillWeekDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { draft, dispatch, household, facts, week } = useOrder();
  const mealDays = useMealDays();
  const days = useMemo(
    () => daysToFill({ draft, facts, week }, mealDays),
    [draft, facts, week, mealDays],
  );
  const [request, setRequest] = useRequest(days, household?.id);
  // A tap is answered first; the table it asks for comes a moment later.
  const asked = open ? request : null;
  const answered = useDeferredValue(asked, null);
  const filled = useFilledTable(answered);
  const [swapped, setSwapped] = useState<{ of: TableFill; now: TableFill } | null>(null);
  const table = swapped && swapped.of === filled?.table ? swapped.now : filled?.table;
  const added = table ? table.placed.length + table.secondHelpings : 0;
  const change = (changes: Partial<FillRequest>) => setRequest({ ...request, ...changes });

  function add() {
    onClose();
    if (!table) return;
    if (household) noteFillAnswers(household.id, answersOf(request, days));
    // The dialog goes first: drawing a full week takes longer than a tap may wait.
    startTransition(() => dispatch({ type: 'meals replaced', people: table.people }));
  }

  function swap(plate: PlateOfTable) {
    if (!filled || !table) return;
    const next = swapDish(draft.people, table, plate, filled);
    if (next) setSwapped({ of: filled.table, now: next });
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
          <Button disabled={added === 0 || answered !== asked} onClick={add}>
            {added === 1 ? 'Add 1 meal' : `Add ${added} meals`}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <FillFields request={request} days={days} onChange={change} />
        {filled && table ? (
          <Preview
            filled={{ ...filled, table }}
            days={days}
            onSwap={swap}
            onLightTwice={(at) => change({ lightTwice: [...request.lightTwice, at] })}
          />
        ) : (
          <p role="status">{amountOf(request.limit) === undefined ? '' : 'Choosing meals…'}</p>
        )}
      </div>
    </Dialog>
  );
}

/** It starts again when other people or days can be asked for. */
function useRequest(
  days: readonly PlainDate[],
  householdId: string | undefined,
): [FillRequest, (request: FillRequest) => void] {
  const order = useOrder();
  const { people } = order.draft;
  const key = `${people.length} ${days.join()}`;
  const first = () => {
    const kept = readHouseholds().find(({ id }) => id === householdId)?.fill;
    const those = { days, atFirst: daysAtFirst(order, days) };
    return { key, request: firstRequest(people, those, kept, order.facts) };
  };
  const [asked, setAsked] = useState(first);
  const current = asked.key === key ? asked : first();
  if (current !== asked) setAsked(current);
  return [current.request, (request) => setAsked({ key, request })];
}

type Filled = { table: TableFill; wish: FillWish; menu: FillMenu };

/** Null: not known yet, or the limit is no amount. */
function useFilledTable(request: FillRequest | null): Filled | null {
  const { draft, menu, facts, week, household } = useOrder();
  return useMemo(() => {
    const limitCents = request ? amountOf(request.limit) : undefined;
    if (!request || limitCents === undefined) return null;
    const wish = wishOf(request, limitCents);
    const first = wish.seats.flatMap(({ days }) => days).toSorted()[0];
    const taste = tasteOf(readHouseholds().find(({ id }) => id === household?.id));
    const menuToFill = fillMenu({ draft, menu, facts, week }, { first, taste });
    return { table: fillTable(draft.people, wish, menuToFill), wish, menu: menuToFill };
  }, [request, draft, menu, facts, week, household]);
}

type FillFieldsProps = {
  request: FillRequest;
  days: readonly PlainDate[];
  onChange: (changes: Partial<FillRequest>) => void;
};

function FillFields({ request, days, onChange }: FillFieldsProps) {
  const { draft } = useOrder();
  const { people } = draft;
  const isSeveral = people.length > 1;
  return (
    <>
      {isSeveral && (
        <ChipGroup legend="Whose">
          {people.map(({ name }, at) => (
            <CheckChip
              key={name}
              checked={request.whose.includes(at)}
              onToggle={() => onChange({ whose: toggled(request.whose, at) })}
            >
              {name}
            </CheckChip>
          ))}
        </ChipGroup>
      )}
      <DayChips
        days={days}
        chosen={request.days}
        onChange={(chosen) => onChange({ days: chosen })}
      />
      <MealsChoice meals={request.meals} onChange={(meals) => onChange({ meals })} />
      {isSeveral && (
        <PillChoice
          legend="At the table"
          value={request.together}
          pills={[
            { value: 'own', label: 'Each their own' },
            { value: 'same', label: 'The same dish' },
          ]}
          onChange={(together) => onChange({ together })}
          layout="even"
        />
      )}
      <TextField
        label="Spend at most $ for these meals"
        inputMode="decimal"
        optional
        value={request.limit}
        maxLength={8}
        onChange={(event) => onChange({ limit: event.currentTarget.value })}
        error={amountOf(request.limit) === undefined ? 'Enter an amount' : undefined}
        className="max-w-40"
      />
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-6 shrink-0"
          checked={request.hasSecond}
          onChange={(event) => onChange({ hasSecond: event.currentTarget.checked })}
        />
        <span>A second helping a day{whoseHelpings(people, request.whose)}</span>
      </label>
      {isSeveral && <DifferentForSomeone request={request} days={days} onChange={onChange} />}
    </>
  );
}

function ChipGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">{children}</div>
    </fieldset>
  );
}

type DayChipsProps = {
  legend?: string;
  days: readonly PlainDate[];
  chosen: readonly PlainDate[];
  onChange: (chosen: PlainDate[]) => void;
};

function DayChips({ legend = 'Days', days, chosen, onChange }: DayChipsProps) {
  if (days.length === 1) return null;
  return (
    <ChipGroup legend={legend}>
      {days.map((date) => (
        <CheckChip
          key={date}
          checked={chosen.includes(date)}
          onToggle={() => onChange(toggled(chosen, date).toSorted())}
        >
          {formatDayAndMonth(date)}
        </CheckChip>
      ))}
    </ChipGroup>
  );
}

type MealsChoiceProps = {
  legend?: string;
  meals: MealsAsked;
  onChange: (meals: MealsAsked) => void;
};

function MealsChoice({ legend = 'Meals', meals, onChange }: MealsChoiceProps) {
  const { facts } = useOrder();
  const served = servedTypes(facts);
  if (served.length === 1) return null;
  return (
    <PillChoice
      legend={legend}
      value={meals}
      pills={[
        ...served.toReversed().map((value) => ({ value, label: servicesTitle(value, facts) })),
        { value: 'both' as const, label: 'Both' },
      ]}
      onChange={onChange}
      layout="even"
    />
  );
}

/** Days and meals of their own, for anyone who needs them; nothing until someone is opened. */
function DifferentForSomeone({ request, days, onChange }: FillFieldsProps) {
  const { draft, facts } = useOrder();
  const { different } = request;
  if (days.length === 1 && servedTypes(facts).length === 1) return null;
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4">
        Different for someone
      </summary>
      <div className="grid gap-4 pt-2">
        {request.whose.map((at) => {
          const name = draft.people[at]?.name ?? '';
          const own = different[at] ?? { days: request.days, meals: request.meals };
          const set = (changes: Partial<typeof own>) =>
            onChange({ different: { ...different, [at]: { ...own, ...changes } } });
          return (
            <div key={name} className="grid gap-3 rounded-2xl bg-sunken p-3">
              <DayChips
                legend={`Days for ${name}`}
                days={days}
                chosen={own.days}
                onChange={(chosen) => set({ days: chosen })}
              />
              <MealsChoice
                legend={`Meals for ${name}`}
                meals={own.meals}
                onChange={(meals) => set({ meals })}
              />
            </div>
          );
        })}
      </div>
    </details>
  );
}

function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

type PreviewProps = {
  filled: Filled;
  days: readonly PlainDate[];
  onSwap: (plate: PlateOfTable) => void;
  onLightTwice: (personIndex: number) => void;
};

function Preview({ filled, days, onSwap, onLightTwice }: PreviewProps) {
  const { draft, week, facts } = useOrder();
  const { table, wish, menu } = filled;
  const mealDays = useMealDays();
  const { summary, notes } = describeFill(
    { ...filled, people: draft.people, facts },
    daysOfWeek({ week, mealDays, days, wish }),
  );
  const deliveryDateOf = deliveryDatesOf(draft, facts, wish.seats[0]?.days[0]);

  function whyOf({ date, mealId, people }: PlateOfTable): string {
    if (menu.isHearted?.(mealId) === true) return '♥ yours';
    const arrives = deliveryDateOf(date);
    if (arrives !== date && draft.deliveryType !== null)
      return `keeps to ${formatDayAndMonth(date)}`;
    const aims = people.map((at) => planServiceKcal(draft.people[at]?.calorieTarget ?? 0) / 2);
    const calories = menu.find(mealId)?.calories ?? 0;
    const isNear = aims.every((aim) => Math.abs(calories - aim) * 10 <= aim);
    return isNear ? 'near your plan' : '';
  }

  return (
    <div className="grid gap-3">
      <div role="status" className="grid gap-1">
        <p className="font-semibold tabular-nums">{summary}</p>
        {notes.map(({ text, lightTwice }) => (
          <p key={text}>
            {text}
            {lightTwice !== undefined && (
              <button
                type="button"
                onClick={() => onLightTwice(lightTwice)}
                className="ml-2 inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
              >
                Allow light meals twice
              </button>
            )}
          </p>
        ))}
        <p className="text-sm text-ink-soft">Only where nothing is chosen yet.</p>
      </div>
      <FillPreview placed={table.placed} whyOf={whyOf} onSwap={onSwap} />
    </div>
  );
}

type DaysOfWeek = {
  week: OrderInWizard['week'];
  mealDays: readonly PlainDate[];
  days: readonly PlainDate[];
  wish: FillWish;
};

/** Days with a delivery, those without that stay empty, and those whose windows are all full. */
function daysOfWeek({ week, mealDays, days, wish }: DaysOfWeek) {
  const asked = wish.seats.flatMap((seat) => seat.days);
  const withWindows = week.days.filter(({ windows }) => windows.length > 0);
  const open = withWindows.map(({ date }) => date);
  const isFull = (day: (typeof withWindows)[number]) =>
    !hasFreeWindow(day) && !days.includes(day.date);
  const full = withWindows.filter(isFull);
  const slots = full.flatMap(({ date, windows }) =>
    windows.map(({ timeSlot }) => ({ date, window: timeSlot })),
  );
  return {
    open,
    closed: mealDays.filter((date) => !open.includes(date) && !asked.includes(date)),
    full: full.map(({ date }) => date),
    whyFull: whyTaken(week, slots),
  };
}
