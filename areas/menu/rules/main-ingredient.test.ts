import { expect, test } from 'vitest';
import { mainIngredient } from './main-ingredient.ts';

test.each([
  ['Cooked brown rice (31%) (water, brown rice), tempeh (27%) (soy, water), carrot', 'soy'],
  ['Cooked soba noodles (29%) (water, wheat flour), salmon fillet (27%) (fish), snow peas', 'fish'],
  ['Sweet potato (36%), dhufish fillet (31%) (fish), broccolini', 'fish'],
  [
    'Cooked linguine (33%) (wheat), cherry tomato, prawns (15%) (prawns (crustacean), salt)',
    'prawn',
  ],
  ['Cooked pappardelle (24%) (water, durum wheat semolina, egg), beef cheek (22%)', 'beef'],
  ['Egg (23%), cooked puy-style lentils (22%) (water, lentils), zucchini', 'egg'],
  ['Egg noodles (wheat, egg), lean pork mince, carrot', 'pork'],
  ['Cooked red lentils (30%) (water, red lentils), rice, paneer (13%) (milk, vinegar)', 'pulse'],
  ['Cottage cheese (38%) (milk), crushed tomato (17%), English spinach', 'cheese'],
  ['Chicken stock (water, chicken), lamb shoulder, potato', 'lamb'],
  ['Lean chicken mince', 'chicken'],
  ['Potato, carrot, green beans, beef rump', null],
  ['Eggplant (26%), butternut, hamper leaf', null],
  ['', null],
] as const)('%s: %s', (ingredients, main) => {
  expect(mainIngredient(ingredients)).toBe(main);
});
