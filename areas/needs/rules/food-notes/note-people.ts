/** Whose food a note speaks of: the order's names, family words and names that the sentence makes plain. */
import { wordKey, type NoteWord, wordsOf } from './note-text.ts';
import { nearestSpelling, kindsOf } from './read-words.ts';

export type NamedPeople = { start: number; end: number; names: readonly string[] };

const split = (list: string) => new Set(list.split(' ').map(wordKey));
const FAMILY = split(
  'dad daddy mum mummy mom nan nana nanna nanny gran granny grandma grandpa grandad granddad pop poppy opa oma nonna nonno yiayia papou lola lolo poh papa pa',
);
const OWNERS = split('my our his her their your the a');
const HONORIFICS = split('mr mrs ms miss dr aunty auntie aunt uncle tito tita kuya didi bhai');
const RELATIONS = split(
  'for daughter son wife husband partner baby kid brother sister mum mother father dad friend flatmate housemate girlfriend boyfriend grandson granddaughter nephew niece cousin toddler child only except',
);
const SIGN_OFFS = split('thanks thank thx cheers regards love from ta');
const PREDICATES = split(
  'is are has have had both cant cannot can hates hate doesnt dont wont gets needs need carries reacts eats was wants likes loves does must should isnt s avoids prefers',
);
export const NOT_NAMES = split(
  'i we you he she it they one who this that there these those everyone everything someone noone anyone all both each some most please thanks thank hi hello hey also just only very must our my the and but or if when not no yes none nothing strictly absolutely definitely really family kids kid wife husband son daughter partner baby toddler child children mother father brother sister friend guest guests person people customer kitchen chef food meal meals lunch dinner breakfast everyday order delivery driver house home life mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december contains contain may can could would should will note nb fyi ps warning important urgent attention allergy allergies dietary diet severe use used still he shes hes theyre im ive id were what which why how where here dear team sorry because as so same another other others rest two three four five six serious extremely highly mild otherwise makes make gives give even anything any traces trace cross medical doctor dr mr mrs ms miss st street road ring leave call knock text gate code door unit level floor building dog cat pet beware corner opposite near behind next between above under off at in on to of from with without for by via per regards ta urgent okay sorry cheers danke gracias merci grazie ok love xx',
);

/** Named people in the order they are written; "Mia and Leo" are one entry. */
export function findPeople(words: readonly NoteWord[], names: readonly string[]): NamedPeople[] {
  const single: NamedPeople[] = [];
  const known = knownNames(names);
  const isMixedCase = words.some(({ written, text }) => written === text && /\p{Ll}/u.test(text));
  for (let at = 0; at < words.length; at += 1) {
    const person =
      orderName(words, at, known) ??
      familyName(words, at) ??
      (isMixedCase ? plainName(words, at, single) : null);
    if (!person) continue;
    single.push(person);
    at = person.end - 1;
  }
  return joined(single, words);
}

type KnownName = { keys: string[]; name: string };

/** Full names, and first names that only one person has. */
function knownNames(names: readonly string[]): KnownName[] {
  const full = names.flatMap((name) => {
    const keys = wordsOf(name).map(({ key }) => key);
    return keys.length === 0 ? [] : [{ keys, name }];
  });
  const firsts = full.flatMap(({ keys: [first = '', ...rest], name }) =>
    rest.length === 0 ||
    /^\d/.test(rest[0] ?? '') ||
    full.filter(({ keys }) => keys[0] === first).length > 1
      ? []
      : [{ keys: [first], name }],
  );
  return [...full, ...firsts].toSorted((a, b) => b.keys.length - a.keys.length);
}

function orderName(
  words: readonly NoteWord[],
  at: number,
  known: readonly KnownName[],
): NamedPeople | null {
  const found = known.find(({ keys }) =>
    keys.every((key, index) => words[at + index]?.key === key),
  );
  return found ? { start: at, end: at + found.keys.length, names: [found.name] } : null;
}

/** "Dad can't have", "for Nan", "Mr Tran"; "my dad" and "pop it on the step" are nobody's name. */
function familyName(words: readonly NoteWord[], at: number): NamedPeople | null {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (!word) return null;
  if (
    HONORIFICS.has(word.key) &&
    after &&
    /^\p{Lu}/u.test(after.written) &&
    !isPlace(words, at + 2)
  ) {
    return { start: at, end: at + 2, names: [`${word.written} ${after.written}`] };
  }
  if (!FAMILY.has(word.key) || (before && OWNERS.has(before.key))) return null;
  const isPlain =
    /^\p{Lu}/u.test(word.written) ||
    (after !== undefined && PREDICATES.has(after.key)) ||
    before?.key === 'for';
  return isPlain ? { start: at, end: at + 1, names: [word.written] } : null;
}

function isPlace(words: readonly NoteWord[], at: number): boolean {
  const kinds = kindsOf(words[at]?.key ?? '');
  return kinds.has('street') || kinds.has('place');
}

/** A capitalised word that no list knows, where a sentence puts a name. */
function plainName(
  words: readonly NoteWord[],
  at: number,
  found: readonly NamedPeople[],
): NamedPeople | null {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (!word || !/^\p{Lu}\p{Ll}+$/u.test(word.written) || !isUnknown(word.key)) return null;
  const isAfterRelation =
    before !== undefined && before.sentence === word.sentence && RELATIONS.has(before.key);
  const isSubject =
    after !== undefined &&
    after.sentence === word.sentence &&
    (PREDICATES.has(after.key) || /^\d+$/u.test(after.text));
  const startsClause = before === undefined || before.clause !== word.clause;
  const kinds = kindsOf(after?.key ?? '');
  const isLabel =
    startsClause &&
    after?.sentence === word.sentence &&
    (kinds.has('allergen') ||
      kinds.has('allergy') ||
      kinds.has('diet') ||
      kinds.has('severe') ||
      after.key === 'no');
  const isSignature = before !== undefined && SIGN_OFFS.has(before.key);
  const isAlone =
    !isSignature &&
    startsClause &&
    before?.sentence === word.sentence &&
    after?.clause !== word.clause;
  const isSecond =
    before !== undefined &&
    /^(?:and|n)$/u.test(before.key) &&
    found.some(({ end }) => end === at - 1);
  const isFirst =
    after?.key === 'and' &&
    (words[at + 3]?.key === 'no' || PREDICATES.has(words[at + 3]?.key ?? '')) &&
    isUnknown(words[at + 2]?.key ?? 'no');
  return isAfterRelation || isSubject || isLabel || isSecond || isFirst || isAlone
    ? { start: at, end: at + 1, names: [word.written] }
    : null;
}

function isUnknown(key: string): boolean {
  return (
    !NOT_NAMES.has(key) &&
    !key.endsWith('body') &&
    kindsOf(key).size === 0 &&
    nearestSpelling(key) === null
  );
}

/** "Mia and Leo", "Mia, Leo & Ava" share what is said of them. */
function joined(people: readonly NamedPeople[], words: readonly NoteWord[]): NamedPeople[] {
  const groups: NamedPeople[] = [];
  for (const person of people) {
    const last = groups.at(-1);
    const between = last ? words.slice(last.end, person.start) : [];
    const isNear =
      last &&
      between.every(({ key }) => /^(?:and|n)$/u.test(key)) &&
      words[last.end - 1]?.sentence === words[person.start]?.sentence;
    if (last && isNear)
      groups[groups.length - 1] = {
        start: last.start,
        end: person.end,
        names: [...last.names, ...person.names],
      };
    else groups.push(person);
  }
  return groups;
}
