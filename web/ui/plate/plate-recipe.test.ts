import { describe, expect, test } from 'vitest';
import { plateLayers } from './plate-layers.ts';
import { plateRecipe } from './plate-recipe.ts';

const salmon = {
  name: 'Teriyaki Salmon with Soba and Greens',
  mealType: 'lunch',
  ingredients:
    'Cooked soba noodles (29%), salmon fillet (27%) (fish), snow peas, carrot, sesame seeds.',
};

describe('a plate', () => {
  test('shows what the meal is made of', () => {
    const recipe = plateRecipe(salmon);
    expect(recipe).toMatchObject({
      glaze: 'cream',
      base: { kind: 'strands' },
      main: { kind: 'fillet' },
    });
    expect(recipe.sides.map((side) => side.kind)).toEqual(['sticks', 'shreds']);
    expect(recipe.garnish.seeds).toBe(true);
  });

  test('takes what weighs most for the main part', () => {
    const words = {
      name: 'Surf and turf',
      mealType: 'dinner',
      ingredients: 'Prawns (30%), beef rump (20%), rice',
    };
    expect(plateRecipe(words).main.kind).toBe('prawns');
  });

  test('is not led astray by oil, stock and sauces', () => {
    const words = {
      name: 'Chicken',
      mealType: 'dinner',
      ingredients: 'Chicken breast, basmati rice, olive oil, fish sauce',
    };
    expect(plateRecipe(words)).toMatchObject({ main: { kind: 'slices' }, sides: [] });
  });

  test('is drawn of a name alone, too', () => {
    const layers = plateLayers(
      plateRecipe({ name: 'Chef’s surprise', mealType: 'dinner' }),
      'Chef’s surprise',
    );
    expect(layers.length).toBeGreaterThan(3);
  });

  test('is the same for the same words, on server and browser', () => {
    const draw = () => plateLayers(plateRecipe(salmon), salmon.name);
    expect(draw()).toEqual(draw());
  });
});
