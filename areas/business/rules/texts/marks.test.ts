import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultBusiness } from '#areas/business/rules/facts.ts';
import {
  type FilledBlock,
  type FilledPart,
  fillMarks,
  plainParagraphs,
  parseMarks,
} from './shown-text.ts';
import { fillLine } from './shown-line.ts';
import { textValues } from './text-values.ts';

const values = textValues(defaultBusiness, { prices: [1249, 1799], tiers: [] });
const shown = (text: string) => fillMarks(text, values).blocks;
const text = (words: string) => ({ is: 'text', text: words });

describe('marks', () => {
  test('an empty line makes a paragraph, - a list, ** bold and [words](/menu) a link', () => {
    expect(shown('One **two** [three](/menu).\n\n- a\n- b\nlast')).toEqual([
      {
        is: 'paragraph',
        parts: [
          text('One '),
          { is: 'bold', parts: [text('two')] },
          text(' '),
          { is: 'link', to: '/menu', parts: [text('three')] },
          text('.'),
        ],
      },
      { is: 'list', items: [[text('a')], [text('b')]] },
      { is: 'paragraph', parts: [text('last')] },
    ]);
  });

  test.each([
    ['**not closed'],
    ['[words](javascript:alert)'],
    ['[words](//evil.example)'],
    ['[words](http://plain.example)'],
    ['[words](/\\evil.example)'],
    ['<b>bold</b>'],
    ['{'],
    ['-no space'],
  ])('%s stays as it is', (words) => {
    expect(shown(words)).toEqual([{ is: 'paragraph', parts: [text(words)] }]);
  });

  /** Strings in which marks are likely. */
  const typed = array(
    constantFrom(
      '**',
      '*',
      '[',
      ']',
      '(',
      ')',
      '/menu',
      'https://a.example',
      'javascript:',
      '{',
      '}',
      '- ',
      '\n',
      '\n\n',
      '<script>',
      'cutoff',
      ' ',
      '🥗',
      'שלום',
      'x',
    ),
  ).map((pieces) => pieces.join(''));

  test('any string becomes only paragraphs, lists, bold, links to us or https, and its own letters', () => {
    const check = (words: string) => {
      const leaves: string[] = [];
      const walk = (part: FilledPart): void => {
        if (part.is === 'link') expect(part.to).toMatch(/^(?:\/(?!\/)|https:\/\/)[^\s\\]*$/);
        if (part.is === 'bold' || part.is === 'link') part.parts.forEach(walk);
        else {
          expect(['text', 'contact']).toContain(part.is);
          leaves.push(part.text);
        }
      };
      for (const block of fillMarks(words, values).blocks) {
        expect(['paragraph', 'list']).toContain(block.is);
        const groups = block.is === 'list' ? block.items : [block.parts];
        for (const parts of groups) parts.forEach(walk);
      }
      // Nothing is shown that was not typed, or is a fact; in the sequence in which it was typed.
      const source = words.replaceAll(/\r\n?/g, '\n').replaceAll('{cutoff}', values.cutoff);
      let at = 0;
      for (const leaf of leaves) {
        const found = source.indexOf(leaf, at);
        expect(found, JSON.stringify([words, leaf])).toBeGreaterThanOrEqual(0);
        at = found + leaf.length;
      }
    };
    assert(property(typed, check), { numRuns: 500 });
    assert(property(string({ unit: 'binary', maxLength: 60 }), check));
  });

  test('without marks every letter is shown', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 60 }), (words) => {
        const plain = words.replaceAll(/[*[\](){}\n\r-]/g, '').trim();
        const said = plainParagraphs(shown(plain) as FilledBlock[]).join('');
        expect(said).toBe(plain);
      }),
    );
  });
});

describe('fields', () => {
  test('become facts; the phone number and the address can be tapped', () => {
    expect(shown('By {cutoff}: {phone}')).toEqual([
      {
        is: 'paragraph',
        parts: [text('By Sunday 5pm: '), { is: 'contact', by: 'phone', text: '(07) 5550 0164' }],
      },
    ]);
  });

  test('a value with braces and marks is not read again', () => {
    const odd = { ...values, business: '{cutoff} **x** <b>' };
    expect(fillMarks('{business}', odd).blocks).toEqual([
      { is: 'paragraph', parts: [text('{cutoff} **x** <b>')] },
    ]);
    expect(fillLine('{business}', odd).text).toBe('{cutoff} **x** <b>');
  });

  test('what you serve begins with a capital where it begins', () => {
    expect(plainParagraphs(shown('{services} now.\n\nOur {services}.'))).toEqual([
      'Lunches and dinners now.',
      'Our lunches and dinners.',
    ]);
    expect(fillLine('{services} now', values).text).toBe('Lunches and dinners now');
  });

  test('a paragraph or line made of nothing but empty fields is left out', () => {
    const none = { ...values, freeDelivery: '', priceFrom: '' };
    expect(fillMarks('One.\n\n{freeDelivery}\n\n- {priceFrom}\n- two', none)).toEqual({
      blocks: [
        { is: 'paragraph', parts: [text('One.')] },
        { is: 'list', items: [[text('two')]] },
      ],
      emptied: [],
    });
  });

  test('an empty field among words is named', () => {
    const none = { ...values, freeDelivery: '' };
    expect(fillMarks('Now: {freeDelivery}', none).emptied).toEqual(['freeDelivery']);
    expect(fillLine('Now: {freeDelivery}', none).emptied).toEqual(['freeDelivery']);
  });
});

test('a field in bold or in a link is a field', () => {
  expect(parseMarks('**{cutoff}** [{phone}](/menu)')).toEqual([
    {
      is: 'paragraph',
      parts: [
        { is: 'bold', parts: [{ is: 'field', name: 'cutoff' }] },
        text(' '),
        { is: 'link', to: '/menu', parts: [{ is: 'field', name: 'phone' }] },
      ],
    },
  ]);
});
