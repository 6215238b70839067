/** Where an address stands in its street, however it is written on its two lines. Ours. */
import { compareText } from '#platform/rules/compare-text.ts';

export type StreetKey = {
  street: string;
  /** 'st', 'rd', …; empty: the name has none, as "The Esplanade". */
  type: string;
  suffix: '' | 'n' | 's' | 'e' | 'w';
  from: number;
  to: number;
  character: string;
  unit: string;
};

/** By their usual short form, all spellings of a street's type. */
const TYPES: Readonly<Record<string, string>> = {
  st: 'street str',
  rd: 'road',
  ave: 'avenue av',
  dr: 'drive drv',
  ct: 'court crt',
  cres: 'crescent cr crs',
  pl: 'place',
  cl: 'close',
  ln: 'lane la',
  pde: 'parade',
  tce: 'terrace ter terr',
  blvd: 'boulevard bvd bvde boulevarde',
  cct: 'circuit cir crct',
  hwy: 'highway',
  esp: 'esplanade',
  way: '',
  walk: 'wlk',
  gr: 'grove gro grv',
  sq: 'square',
  mews: '',
  rise: '',
  row: '',
  view: 'vw',
  cove: '',
  loop: '',
  gdns: 'gardens gdn',
  qy: 'quay',
  prom: 'promenade',
  tr: 'track trk',
  trl: 'trail',
  pkwy: 'parkway pwy',
  mwy: 'motorway',
  crest: '',
  ridge: 'rdge',
  glade: 'gld',
  chase: '',
  outlook: '',
  pass: '',
  arc: 'arcade',
  bend: '',
};
const SHORT_TYPES = spelled(TYPES);
const SHORT_SUFFIXES = spelled({ n: 'north', s: 'south', e: 'east', w: 'west' });
/** As first word of a name: "St James Street", "Mt Cotton Road". */
const LONG_FIRSTS: Readonly<Record<string, string>> = { st: 'saint', mt: 'mount', pt: 'point' };

const UNIT =
  /(?<![\p{L}\d])(?:unit|apartment|apt|flat|villa|townhouse|shop|suite|lot|u)\s*#?\s*(\d+[a-z]?|[a-z](?![\p{L}\d]))/u;
const BEFORE_SLASH = /(?<![\p{L}\d])#?(\d+[a-z]?)\s*\/\s*(?=\d)/u;
const NUMBERED = /^(?:(?:no|number)\s+)?(\d+)\s*([a-z])?(?:\s*-\s*(\d+)[a-z]?)?\s+(\p{L}.*)$/u;

/** One address, one key: "Villa 23" / "36-40 Bunker Rd" and "23/36-40 Bunker Road" are equal. */
export function streetKey(line1: string, line2: string): StreetKey {
  let rest = `${line1}, ${line2}`
    .normalize('NFKD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .toLowerCase();
  const units: string[] = [];
  for (const pattern of [UNIT, BEFORE_SLASH]) {
    const found = pattern.exec(rest);
    if (!found?.[1]) continue;
    units.push(found[1]);
    rest = rest.replace(pattern, ',').replace(/,\s*[/-]\s*/, ', ');
  }
  const parts = rest.split(/[,;\n]+/).map((part) => part.trim().replaceAll(/\s+/g, ' '));
  const places = parts.filter((part) => part !== '').map(placeOf);
  const named =
    places.findLast(({ from, type }) => from > 0 && type !== '') ??
    places.findLast(({ from }) => from > 0) ??
    places.findLast(({ type }) => type !== '') ??
    places[0] ??
    placeOf('');
  return { ...named, unit: units.join(' ') };
}

/** For a column: equal for one address, whatever its spelling. */
export function streetKeyText(line1: string, line2: string, postcode: string): string {
  const { street, type, suffix, from, to, character, unit } = streetKey(line1, line2);
  return [postcode, street, type, suffix, from, to, character, unit].join('|');
}

/** Along the street: by name, then by number. */
export function compareStreets(a: StreetKey, b: StreetKey): number {
  return (
    compareText(a.street, b.street) ||
    compareText(a.type, b.type) ||
    compareText(a.suffix, b.suffix) ||
    a.from - b.from ||
    compareText(a.character, b.character) ||
    compareText(a.unit, b.unit)
  );
}

function placeOf(part: string): Omit<StreetKey, 'unit'> {
  const found = NUMBERED.exec(part);
  const [, from = '0', character = '', to = from] = found ?? [];
  const words = (found?.[4] ?? part).split(' ');
  const at = words.findLastIndex((word, index) => index > 0 && SHORT_TYPES.has(word));
  const hasType = at > 0 && words[at - 1] !== 'the';
  const isSuffixed = hasType || words.length > 1;
  const last = (hasType ? words[at + 1] : words.at(-1)) ?? '';
  const suffix = (isSuffixed && SHORT_SUFFIXES.get(last)) || '';
  const name = hasType ? words.slice(0, at) : words.slice(0, suffix === '' ? undefined : -1);
  const [first = '', ...others] = name;
  const isShortened = hasType || others.length > 0;
  return {
    street: [(isShortened && LONG_FIRSTS[first]) || first, ...others].join(' '),
    type: hasType ? (SHORT_TYPES.get(words[at] ?? '') ?? '') : '',
    suffix: suffix as StreetKey['suffix'],
    from: Number(from),
    to: Number(to),
    character,
  };
}

function spelled(spellings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(spellings).flatMap(([short, others]) =>
      [short, ...others.split(' ')].filter(Boolean).map((word) => [word, short] as const),
    ),
  );
}
