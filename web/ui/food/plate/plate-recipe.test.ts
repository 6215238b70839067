import { describe, expect, test } from 'vitest';
import { drawFood } from './draw-food.ts';
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

  test('shows no meat where there is none', () => {
    const words = {
      name: 'Lentil and Walnut Bolognese',
      mealType: 'dinner',
      ingredients: 'Red lentil penne (30%), crushed tomato, brown lentils, walnuts',
      description: 'As good as the beef one.',
    };
    expect(plateRecipe(words).main.kind).toBe('crumble');
  });

  test('shows eggs that are a part of the meal, not those in a sauce or a main part', () => {
    const kindsOf = (name: string, ingredients: string) =>
      plateRecipe({ name, mealType: 'lunch', ingredients }).sides.map((side) => side.kind);
    expect(kindsOf('Caramel Pork', 'Pork shoulder, egg (10%)')).toContain('eggs');
    expect(kindsOf('Beef', 'Beef, pappardelle (wheat, egg)')).not.toContain('eggs');
    expect(kindsOf('Frittata', 'Egg (23%), zucchini')).not.toContain('eggs');
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

  test('is drawn of numbers and colours only, whatever the words', () => {
    const drawn = drawFood({ name: '"><script>alert(1)</script>', mealType: 'lunch' });
    expect(drawn).toMatch(/^(<path( [a-z-]+="[\w #.-]*")+\/>)+$/);
  });
});
