/** The whole order wizard on the screen, over a kitchen that answers, and what a customer does with it. */
import { noteServerTime } from '#platform/web/api/server-time.ts';
import { beforeEach } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { listMeals, type MealReply } from '#areas/menu/calls/meals.ts';
import { getOrderingWeek, type OrderingWeekReply } from '#areas/order-book/calls/ordering.ts';
import { formatLongDate, type PlainDate } from '#platform/rules/plain-date.ts';
import type { MealType } from '#areas/menu/rules/meal.ts';
import type { CustomerDraft } from '#areas/order-book/rules/order-draft.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { saveOrderDraft } from '#areas/order-book/web/kept-order-draft.ts';
import { type FakeServer, fakeServer } from '#platform/web/testing/fake-server.ts';
import { type OpenPage, openPage, type PageToOpen } from '#platform/web/testing/open-page.tsx';
import { OrderPage } from './order-page.tsx';
import type { OrderState } from '#areas/checkout/web/site/order-reducer.ts';
import { aWeek, DINNER, LUNCH } from '#areas/checkout/web/site/order/test-kitchen.ts';

export const MIA_DRAFT: CustomerDraft = {
  firstName: 'Mia',
  lastName: 'Nguyễn',
  email: 'mia@example.com',
  phone: '0412 345 678',
  addressLine1: '12 Shore Street West',
  addressLine2: '',
  suburb: 'Cleveland',
  deliveryPreference: 'cold',
  specialInstructions: '',
};

export function withCustomer(state: OrderState, changes: Partial<CustomerDraft> = {}): OrderState {
  return { ...state, draft: { ...state.draft, customer: { ...MIA_DRAFT, ...changes } } };
}

/** What the kitchen offers; a test changes what it is about before it opens the wizard. */
type Kitchen = { server: FakeServer; week: OrderingWeekReply; meals: MealReply[] };

export function fakeOrdering(): Kitchen {
  const server = fakeServer();
  const kitchen: Kitchen = { server, week: aWeek(), meals: [] };
  beforeEach(() => {
    kitchen.week = aWeek();
    noteServerTime(new Headers({ date: new Date(kitchen.week.now).toUTCString() }));
    kitchen.meals = [DINNER, LUNCH];
    server.answers(getOrderingWeek, () => kitchen.week);
    server.answers(listMeals, () => kitchen.meals);
  });
  return kitchen;
}

/** Opens the wizard as a browser does that keeps `order`, or nothing yet. */
export function openWizard(
  { meals }: Kitchen,
  {
    order,
    step = 1,
    config,
  }: { order?: OrderState; step?: 1 | 2 | 3 | 4; config?: PageToOpen['config'] } = {},
): Promise<OpenPage> {
  if (order) saveOrderDraft(order);
  return openPage(<OrderPage />, { at: `/order?step=${step}`, meals, config });
}

/** A window on a date, as full or as free as a test needs it. */
export function withWindow(
  week: OrderingWeekReply,
  date: PlainDate,
  changed: OrderingWeekReply['days'][number]['windows'][number],
): OrderingWeekReply {
  return {
    ...week,
    days: week.days.map((day) =>
      day.date === date
        ? {
            ...day,
            windows: day.windows.map((window) =>
              window.timeSlot === changed.timeSlot ? changed : window,
            ),
          }
        : day,
    ),
  };
}

export function stepHeading(title: string): Locator {
  return page.getByRole('heading', { level: 1, name: title });
}

export function continueButton(): Locator {
  return page.getByRole('button', { name: 'Continue' });
}

/** The total, the reasons why not to go on, and the way on. */
export function orderBar(): Locator {
  return page.getByRole('complementary', { name: 'Your order' });
}

type Cell = { date: PlainDate; mealType: MealType };

const kindOf = ({ mealType }: Cell) => (mealType === 'lunch' ? 'Lunch' : 'Dinner');

/** A dot of the week that is shown. */
export function emptyCell(person: string, cell: Cell): Locator {
  return page
    .getByRole('group', { name: `${person}’s days` })
    .getByRole('button', { name: `${kindOf(cell)}, ${formatLongDate(cell.date)}: empty` });
}

export function filledCell(meal: string, cell: Cell): Locator {
  return page.getByRole('button', {
    name: new RegExp(`^${kindOf(cell)}, ${formatLongDate(cell.date)}: ${meal}.* Change$`),
  });
}

/** The heading that says for whom and when a meal is chosen. */
export function cellHeading(person: string, cell: Cell): Locator {
  return page.getByRole('heading', {
    level: 2,
    name: `${kindOf(cell)} for ${person}, ${formatLongDate(cell.date)}`,
  });
}

/** What may be chosen for it. */
export function cards(): Locator {
  return page.getByRole('list', { name: 'Meals to choose from' });
}

export function mealInMenu(name: string): Locator {
  return cards().getByRole('button', { name: new RegExp(`^${name}`) });
}

/** The week as a table. */
export async function showWeek(person: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Week', exact: true }).click();
  return page.getByRole('list', { name: `${person}’s week` });
}

/** An order whose person `name` needs something else to eat. */
export function whoNeeds(state: OrderState, needs: Record<string, Partial<FoodNeeds>>): OrderState {
  const people = state.draft.people.map((person) => ({ ...person, ...needs[person.name] }));
  return { ...state, draft: { ...state.draft, people } };
}

export function chosenIn(group: string, name: string | RegExp): Locator {
  return page.getByRole('group', { name: group }).getByRole('radio', { name });
}
