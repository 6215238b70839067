import { describe, expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const cell = (value: string | number | null) => toCsv([[value]]).slice(1, -2);

describe('a CSV file', () => {
  test('starts with the byte order mark that makes spreadsheets read UTF-8, and ends every row with CRLF', () => {
    expect(
      toCsv([
        ['Name', 'Meals/Week'],
        ['Nguyễn', 5],
        ['Ana', null],
      ]),
    ).toBe('\uFEFFName,Meals/Week\r\nNguyễn,5\r\nAna,\r\n');
  });

  test.each([
    ['a comma', 'Capalaba, QLD', '"Capalaba, QLD"'],
    ['quotes', 'the "big" one', '"the ""big"" one"'],
    ['line breaks', 'one\r\ntwo', '"one\r\ntwo"'],
    ['leading or trailing white space', ' x ', '" x "'],
  ])('quotes a cell with %s', (_what, value, written) => {
    expect(cell(value)).toBe(written);
  });
});

describe('a cell that a spreadsheet would run as a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
    ['+1+1', "'+1+1"],
    ['-2+cmd|x', "'-2+cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', "'\t=1"],
    ['\u0000=1', "'\u0000=1"],
    ['  =1', "'  =1"],
    ['\r=1', `"'\r=1"`],
    ['+61 (7) 3821', "'+61 (7) 3821"],
  ])('%j is shown as text', (value, written) => {
    expect(cell(value)).toBe(written);
  });
});

describe('a code that a spreadsheet would make another number or a day of', () => {
  test.each(['0800', '00417', '+61412345678', '1234567890123456', '12E5', '3-4', '1/2/26'])(
    '%s is shown as text',
    (value) => {
      expect(cell(value)).toBe(`'${value}`);
    },
  );
});

test.each([
  '4163',
  '0',
  '0.50',
  '2026-01-13',
  '+61 412 345 678',
  '0412 345 678',
  '-12.50',
  'a=b',
  "O'Brien",
])('%s stays as it is', (value) => {
  expect(cell(value)).toBe(value);
});
