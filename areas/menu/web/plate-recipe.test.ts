import { describe, expect, test } from 'vitest';
import { sampleMeals } from '#quality/support/samples-of.ts';
import { type PlateRecipe, plateRecipe } from './plate-recipe.ts';

const recipeOf = (name: string, ingredients = '', description = '') =>
  plateRecipe({ name, mealType: 'lunch', ingredients, description });

/** What is drawn for each meal of the sample menu: beneath, main part, beside it. Compare with its `plate`. */
const SAMPLES: Record<string, readonly [PlateRecipe['base'], PlateRecipe['main'], string]> = {
  'lemongrass-chicken-noodle-salad': ['vermicelli', 'grilled-chicken', 'cucumber pickles cos'],
  'bay-prawn-and-mango-noodle-salad': [
    'glass-noodles',
    'prawns',
    'mango wombok capsicum snow-peas',
  ],
  'chicken-souvlaki-with-lemon-potatoes': [
    'potatoes',
    'skewered-chicken',
    'tomato-wedges cucumber olives',
  ],
  'sticky-ginger-tempeh-rice-bowl': [
    'brown-rice',
    'tempeh',
    'broccolini edamame red-cabbage carrot-sticks',
  ],
  'teriyaki-salmon-soba': ['soba', 'salmon', 'snow-peas bok-choy edamame carrot-sticks'],
  'spinach-dal-with-golden-paneer': ['dal', 'paneer', 'rice'],
  'smoky-beef-burrito-bowl': ['brown-rice', 'beef-mince', 'black-beans corn capsicum'],
  'chicken-and-kale-caesar': ['leaves', 'sliced-chicken', 'white-beans eggs kale'],
  'lamb-kofta-with-freekeh-tabouli': ['tabouli', 'kofta', 'beetroot cucumber'],
  'thai-beef-salad-with-toasted-rice': [
    'vermicelli',
    'sliced-beef',
    'cherry-tomatoes cucumber wombok',
  ],
  'zucchini-feta-frittata-with-lentils': ['lentils', 'frittata', 'roast-tomatoes potatoes rocket'],
  'pork-san-choy-bow-rice-bowl': [
    'white-rice',
    'pork-mince',
    'water-chestnuts cos carrot-sticks shiitake snow-peas',
  ],
  'tuna-and-green-bean-nicoise': [
    'leaves',
    'tuna',
    'potatoes green-beans cherry-tomatoes eggs olives',
  ],
  'crispy-tofu-bibimbap': [
    'white-rice',
    'glazed-tofu',
    'egg-ribbons wilted-spinach carrot-sticks shiitake edamame',
  ],
  'macadamia-crusted-barramundi': ['sweet-potato-mash', 'crusted-fish', 'broccolini green-beans'],
  'moreton-bay-bug-and-prawn-linguine': [
    'linguine',
    'prawns-and-bug',
    'roast-tomatoes zucchini-ribbons',
  ],
  'butter-chicken-with-basmati-and-peas': ['white-rice', 'butter-chicken', 'peas'],
  'slow-cooked-lamb-with-white-beans': [
    'white-beans',
    'pulled-lamb',
    'potatoes roast-carrots silverbeet',
  ],
  'beef-cheek-ragu-with-pappardelle': ['pappardelle', 'braised-beef', 'green-beans'],
  'green-curry-chicken-with-jasmine-rice': [
    'white-rice',
    'pale-chicken',
    'eggplant green-beans bamboo',
  ],
  'vietnamese-caramel-pork-and-egg': ['white-rice', 'caramel-pork', 'gai-lan eggs pickles'],
  'roast-pork-fillet-with-apple-and-fennel': [
    'potato-mash',
    'sliced-pork',
    'apple green-beans fennel',
  ],
  'smoky-black-bean-and-tofu-chilli': ['brown-rice', 'crumbled-tofu', 'corn'],
  'eggplant-parmigiana-with-lentil-sugo': ['sugo', 'parmigiana', 'rocket'],
  'beef-bulgogi-with-sesame-greens': [
    'white-rice',
    'thin-beef',
    'wilted-spinach cucumber carrot-sticks mushrooms',
  ],
  'moroccan-chicken-with-apricot-couscous': [
    'couscous',
    'braised-chicken',
    'chickpeas zucchini carrot-rounds apricots',
  ],
  'goan-snapper-curry': ['white-rice', 'white-fish', 'green-beans'],
  'lentil-and-walnut-bolognese': ['penne', 'lentil-mince', 'spinach'],
  'coconut-lentil-and-tofu-soup': [
    'lentil-broth',
    'golden-tofu',
    'bok-choy edamame wilted-spinach',
  ],
  'chicken-corn-and-brown-rice-soup': [
    'clear-broth',
    'pulled-chicken',
    'brown-rice corn zucchini-ribbons carrot-rounds',
  ],
  'spinach-and-cottage-cheese-cannelloni': ['sugo', 'cannelloni', ''],
  'harissa-tofu-and-chickpea-quinoa-bowl': [
    'quinoa',
    'harissa-tofu',
    'chickpeas pumpkin capsicum spinach',
  ],
  'lentil-and-cauliflower-cottage-pie': ['ragu', 'browned-mash', 'peas'],
  'beef-goulash-with-pumpkin-mash': ['pumpkin-mash', 'braised-beef', 'capsicum green-beans'],
  'chicken-cacciatore-with-soft-polenta': [
    'polenta',
    'braised-chicken',
    'capsicum zucchini mushrooms olives',
  ],
  'smoky-beef-brisket-with-sweet-potato': ['sweet-potatoes', 'pulled-beef', 'black-beans corn'],
};

test.each(sampleMeals.map((meal) => [meal.slug, meal] as const))(
  '%s is drawn as it is described',
  (slug, meal) => {
    const { base, main, sides, vessel } = plateRecipe(meal);
    expect([base, main, sides.join(' ')]).toEqual(SAMPLES[slug]);
    expect(vessel).toBe(meal.plate.vessel);
  },
);

describe('a plate', () => {
  test('takes what weighs most for the main part', () => {
    expect(recipeOf('Surf and turf', 'Prawns (30%), beef rump (20%), rice').main).toBe('prawns');
  });

  test('is not led astray by oil, stock and sauces, nor by what a food is made of', () => {
    expect(
      recipeOf(
        'Chicken',
        'Chicken stock (beef, carrot), chicken breast, olive oil, basmati rice, fish sauce (fish)',
      ),
    ).toMatchObject({ base: 'white-rice', main: 'sliced-chicken', sides: [] });
  });

  test('shows no meat where there is none', () => {
    const recipe = recipeOf(
      'Lentil and Walnut Bolognese',
      'Red lentil penne (30%), crushed tomato, brown lentils, walnuts',
      'As good as the beef one.',
    );
    expect(recipe.main).toBe('lentil-mince');
  });

  test.each([
    ['Chargrilled, in thick slices.', 'grilled-chicken'],
    ['Poached and pulled into strands.', 'pulled-chicken'],
    ['Braised for hours.', 'braised-chicken'],
    ['Roasted.', 'sliced-chicken'],
  ])('cuts chicken as the description says: %s', (description, main) => {
    expect(recipeOf('Chicken', 'Chicken breast, rice', description).main).toBe(main);
  });

  test('tells tofu, tempeh and paneer apart', () => {
    const mains = ['tofu', 'tempeh', 'paneer'].map(
      (food) => recipeOf('Bowl', `Rice, ${food}`).main,
    );
    expect(mains).toEqual(['golden-tofu', 'tempeh', 'paneer']);
  });

  test('shows no raw tomato where it is crushed, and no zucchini as cucumber', () => {
    const { sides } = recipeOf('Chicken', 'Chicken, rice, crushed tomato, zucchini, tomato paste');
    expect(sides).toEqual(['zucchini']);
  });

  test('is drawn of a name alone, too', () => {
    expect(recipeOf('Chef’s surprise')).toMatchObject({ base: 'white-rice', main: 'vegetables' });
  });
});
