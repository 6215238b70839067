import { keyOf } from './note-text.ts';

/** Names and everyday words that are near one of ours; nobody means the food by them. */
export const PROTECTED_WORDS: ReadonlySet<string> = new Set(
  'allegory allegra allegro almondo amanda anergy bailey bailie barney bartley better bitter bugs burley butler butterick cameron casbin cashed cashel cashier cassin cathew cedar celia celica colic cosher elegy energy finish finished finishes foyster hadlock hassan howard hoyster koster lacrosse macadam macron mandela manuel marion marlon oyler pavlov peanutty prefer preference prefers presentative preservation royster salam salman salmond salome saloon scalp seaford selfish silage sniper stricter tahiti tahnia tamara tempel temple trent vegetation whitelist'
    .split(' ')
    .map(keyOf),
);

/** Spelt like one of ours once doubled characters are ignored, and something else. */
export const UNRELATED_WORDS: ReadonlySet<string> = new Set(
  'maroon glutton gluttons camaro butters crabbe nato poison lupine codes'.split(' '),
);
