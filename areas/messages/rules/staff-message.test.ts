import { expect, test } from 'vitest';
import { staffTextMessage } from '#areas/messages/rules/messages.ts';

const FROM = { business: 'Redlands Table', link: 'https://kitchen.example/t/0123456789abcdef' };

test('a text says who writes and how to reach us, in characters that cost one text', () => {
  const { text, fits } = staffTextMessage(
    'The gate at “Shore St” is shut 🙂 – use the side.',
    FROM,
  );
  expect(text).toBe(
    'Redlands Table: The gate at "Shore St" is shut - use the side. https://kitchen.example/t/0123456789abcdef',
  );
  expect(fits).toBe(true);
});

test('words with braces stay as they are, and 161 characters do not fit', () => {
  const empty = staffTextMessage('', FROM).length + 1;
  expect(staffTextMessage('a'.repeat(160 - empty), FROM)).toMatchObject({
    length: 160,
    fits: true,
  });
  expect(staffTextMessage('a'.repeat(161 - empty), FROM)).toMatchObject({
    length: 161,
    fits: false,
  });
  expect(staffTextMessage('{first}', FROM).text).toContain('{first}');
});
