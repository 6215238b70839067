import { describe, expect, test } from 'vitest';
import { avoidWord, wordsHiddenIn, wordsNamedIn } from './food-facts.ts';

describe('a word to avoid is found', () => {
  test.each([
    ['capsicum', 'Wrap (wheat flour, water), relish (tomatoes, red capsicums, vinegar)'],
    ['capsicum', 'Chicken, bell pepper'],
    ['kiwi', 'Kiwi fruit, yoghurt (milk, culture)'],
    ['kiwifruit', 'kiwi-fruit'],
    ['aubergine', 'Egg plant, tomato'],
    ['chilli', 'Jalapeño'],
    ['onion', 'Shallots'],
    ['spring onion', 'Green onions'],
    ['citrus', 'Lemon juice'],
    ['legume', 'Red lentils'],
    ['legume', 'Butter beans'],
    ['nightshade', 'Cherry tomatoes'],
    ['alcohol', 'Red wine'],
    ['mushroom', 'Oyster mushrooms'],
    ['sweet potato', 'Sweet potatoes'],
  ])('%s in “%s”', (word, list) => {
    expect(wordsNamedIn(list, [word])).toEqual([word]);
  });
});

describe('a namesake is another food', () => {
  test.each([
    ['potato', 'Sweet potato'],
    ['nightshade', 'Sweet potato, butter beans, butternut pumpkin'],
    ['butter', 'Butter beans, cocoa butter, peanut butter'],
    ['cream', 'Cream of tartar, coconut cream'],
    ['chestnut', 'Water chestnuts'],
    ['oyster', 'Oyster mushrooms'],
    ['wheat', 'Buckwheat'],
    ['nut', 'Coconut, butternut pumpkin'],
    ['pepper', 'Bell pepper'],
    ['shallot', 'Onion'],
  ])('%s is not in “%s”', (word, list) => {
    expect(wordsNamedIn(list, [word])).toEqual([]);
  });

  test('beside the real one it does not hide it', () => {
    expect(wordsNamedIn('Sweet potato, potato', ['potato'])).toEqual(['potato']);
  });
});

describe('a term without its parts may hide a word', () => {
  test.each([
    ['celery', 'Pumpkin, vegetable stock, coconut cream, spices', true],
    ['celery', 'Pumpkin, vegetable stock (carrot, onion), spices (cumin)', false],
    ['mustard', 'Chicken, spices (cumin, turmeric), rice', false],
    ['mustard', 'Chicken, spices, rice', true],
    ['strawberry', 'Chicken stock, spices, herbs, oil', false],
    ['strawberry', 'Natural flavours', true],
    ['rambutan', 'Chicken, herbs', true],
    ['lime', 'Citrus', true],
    ['strawberry', 'Citrus', false],
    ['lentil', 'Legumes (peas)', false],
    ['sunflower', 'Vegetable oil', true],
    ['sunflower', 'Olive oil', false],
    ['corn', 'Modified starch', true],
    ['corn', 'Potato, rice', false],
    ['garlic', 'Fish sauce', true],
  ])('%s in “%s”: %s', (word, list, isHidden) => {
    expect(wordsHiddenIn(list, [word])).toEqual(isHidden ? [word] : []);
  });

  test('a word that is named is not hidden too', () => {
    expect(wordsHiddenIn('Celery, spices', ['celery'])).toEqual([]);
  });
});

test.each([
  ['Capsicums', 'capsicum'],
  ['  Spring  ONIONS ', 'spring onion'],
  ['strawberries', 'strawberry'],
  ['“rambutan”!', 'rambutan'],
  ['...', ''],
])('“%s” is kept as “%s”', (typed, kept) => {
  expect(avoidWord(typed)).toBe(kept);
});
