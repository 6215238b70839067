import { array, assert, constantFrom, integer, oneof, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isName, LONGEST_NAME, tidyName } from '#platform/rules/customer-name.ts';

describe('names of any script', () => {
  test.each([
    'Ben',
    'Q',
    "Siobhán O'Brien-Smith",
    'Nguyễn Thị Minh Khai',
    'Γιώργος Παπαδόπουλος',
    'Олександра Шевченко',
    '王小明',
    '田中さくら',
    '김민준',
    'สมชาย ใจดี',
    'محمد عبد الله',
    'שרה כהן',
    'अनिल कुमार',
    'علی\u200Cرضا',
    'Ben 🥑',
    'The Family 👨‍👩‍👧',
    'Person 1',
  ])('%s is a name and stays as it is', (name) => {
    expect(isName(name)).toBe(true);
    expect(tidyName(name)).toBe(name);
  });
});

describe('a name is tidied', () => {
  test.each([
    ['spaces around it', '  Ben  ', 'Ben'],
    ['spaces inside it', 'Ben   Lee', 'Ben Lee'],
    ['a tab', 'Ben\tLee', 'Ben Lee'],
    ['a line break, which would start another mail header', 'Ben\r\nBcc: all', 'Ben Bcc: all'],
    ['a no-break space', 'Ben\u00A0Lee', 'Ben Lee'],
    ['an ideographic space', '田中\u3000さくら', '田中 さくら'],
    ['a line separator', 'Ben\u2028Lee', 'Ben Lee'],
    ['a NUL at its end', 'Ben\u0000', 'Ben'],
    ['an escape at its start', '\u001BBen', 'Ben'],
    ['half of an emoji', 'Ben\uD83E', 'Ben'],
  ])('of %s', (_what, typed, kept) => {
    expect(tidyName(typed)).toBe(kept);
  });

  // Unicode's property Bidi_Control: these can reverse what a label prints after them.
  test.each([
    ['Arabic letter mark', '\u061C'],
    ['left-to-right mark', '\u200E'],
    ['right-to-left mark', '\u200F'],
    ['left-to-right embedding', '\u202A'],
    ['right-to-left embedding', '\u202B'],
    ['pop directional formatting', '\u202C'],
    ['left-to-right override', '\u202D'],
    ['right-to-left override', '\u202E'],
    ['left-to-right isolate', '\u2066'],
    ['right-to-left isolate', '\u2067'],
    ['first strong isolate', '\u2068'],
    ['pop directional isolate', '\u2069'],
  ])('of the bidi control %s', (_what, control) => {
    expect(tidyName(`Ben${control}`)).toBe('Ben');
    expect(tidyName(`${control}Ben ${control}Lee${control}`)).not.toContain(control);
  });

  test('of every control character, and tidying again changes nothing', () => {
    const anyCharacter = oneof(
      integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code)),
      constantFrom(
        '\u0000',
        '\r\n',
        '\u007F',
        '\u0085',
        '\u202E',
        '\u2066',
        '\uD800',
        '\uDC00',
        ' ',
        'Ễ',
        '👨‍👩‍👧',
      ),
    );
    assert(
      property(array(anyCharacter), (characters) => {
        const tidy = tidyName(characters.join(''));
        expect(tidy).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]|\s\s|^\s|\s$/u);
        expect(tidy.isWellFormed()).toBe(true);
        expect(tidyName(tidy)).toBe(tidy);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('no name', () => {
  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['white space', ' \t\n\u00A0\u3000'],
    ['a NUL', '\u0000'],
    ['control characters', '\u0001\u001B\u007F\u0085'],
    ['bidi overrides', '\u202E\u202D\u2066\u2069'],
    ['bidi marks', '\u200E\u200F'],
    ['zero-width spaces', '\u200B\u200B'],
    ['word joiners', '\u2060'],
    ['byte order marks', '\uFEFF'],
    ['half of an emoji', '\uD83E'],
  ])('is %s: it would be blank on a label', (_what, typed) => {
    expect(isName(typed)).toBe(false);
  });

  test('is longer than a label can bear, counted after tidying', () => {
    expect(isName('x'.repeat(LONGEST_NAME))).toBe(true);
    expect(isName(`  ${'x'.repeat(LONGEST_NAME)}  `)).toBe(true);
    expect(isName('x'.repeat(LONGEST_NAME + 1))).toBe(false);
  });
});
