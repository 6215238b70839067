import { expect, test } from 'vitest';
import { portionKeyText, splitKey } from './kitchen-bag.ts';

const MIA = { stop: 20, name: 'Mia', orderNumber: 'RT-7K3F-9Q2X' };

test('a portion has one name: its stop, who eats it, and the end of its order’s number', () => {
  expect(portionKeyText(MIA, ['RT-7K3F-9Q2X', 'RT-KV8X-HBNL'])).toBe('20 Mia 9Q2X');
  expect(portionKeyText({ ...MIA, helping: '2 of 2' }, [])).toBe('20 Mia 9Q2X 2/2');
  expect(portionKeyText({ ...MIA, stop: null }, [])).toBe('– Mia 9Q2X');
});

test('two orders of a window that end alike show two groups', () => {
  expect(portionKeyText(MIA, ['RT-7K3F-9Q2X', 'RT-AAAA-9Q2X'])).toBe('20 Mia 7K3F-9Q2X');
});

test('a long name is cut, its code never', () => {
  const name = 'Maximiliana-Theodora';
  expect(portionKeyText({ ...MIA, name }, [])).toBe('20 Maximiliana-The… 9Q2X');
  expect(portionKeyText({ ...MIA, name: 'Maximiliana-Theo' }, [])).toBe('20 Maximiliana-Theo 9Q2X');
});

test('a label prints its stop larger than the rest', () => {
  expect(splitKey('20 Mia 9Q2X 2/2')).toEqual({ stop: '20', who: 'Mia 9Q2X 2/2' });
  expect(splitKey('– Mia 9Q2X')).toEqual({ stop: '–', who: 'Mia 9Q2X' });
});
