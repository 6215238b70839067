import { expect, test } from 'vitest';
import { MUTATIONS } from '#quality/chaos/mutations.ts';
import { FOOD_MUTATIONS } from '#quality/food/mutations.ts';
import { isInPlace } from '#quality/support/project-copy.ts';

test('every guard that a mutation check removes stands where it says, once', () => {
  const all = [...MUTATIONS, ...FOOD_MUTATIONS].flatMap(({ guard, edits }) =>
    edits.map((edit) => ({ guard, ...edit })),
  );
  const astray = all.filter((edit) => !isInPlace(edit));
  expect(astray.map(({ file, guard }) => `${file}: ${guard}`)).toEqual([]);
});
