import { expect, test } from 'vitest';
import { type PrintedWork, workChanges, type WorkNow } from './printout-state.ts';

const SUGO = { id: 'c1:2026-01-13:1', name: 'Sugo', makes: '2,360 g', startBy: '3:30pm' };
const RICE = { id: 'c2:2026-01-13:1', name: 'Rice', makes: '900 g', startBy: '4:15pm' };
const LAMB = { mealId: 7, name: 'Lamb', recipe: 3 };

const printed: PrintedWork = { pots: [SUGO, RICE], recipes: [LAMB] };
const now = (change: Partial<WorkNow> = {}): WorkNow => ({ ...printed, madeIds: [], ...change });

test.each<[string, WorkNow, string[]]>([
  ['nothing', now(), []],
  ['pots that were made', now({ pots: [RICE], madeIds: [SUGO.id] }), []],
  [
    'pots that were made, of more than was planned',
    now({ pots: [], madeIds: [SUGO.id, RICE.id] }),
    [],
  ],
  ['a pot that is not needed any more', now({ pots: [SUGO] }), ['− Rice: 900 g']],
  [
    'another size and another hour',
    now({
      pots: [
        { ...SUGO, makes: '2,500 g' },
        { ...RICE, startBy: '2pm' },
      ],
    }),
    ['Rice: start by 4:15pm → 2pm', 'Sugo: 2,360 g → 2,500 g'],
  ],
  [
    'one pot more',
    now({ pots: [SUGO, RICE, { ...SUGO, id: 'c1:2026-01-13:2', makes: '400 g' }] }),
    ['+ Sugo: 400 g, start by 3:30pm'],
  ],
  [
    'another recipe of a meal',
    now({ recipes: [{ ...LAMB, recipe: 4 }] }),
    ['Trays of Lamb: the recipe has changed, weigh by the bench'],
  ],
  // Its order says so.
  ['a meal that nobody had ordered', now({ recipes: [LAMB, { ...LAMB, mealId: 8 }] }), []],
])('%s', (_what, is, lines) => {
  expect(workChanges(printed, is)).toEqual(lines);
});
