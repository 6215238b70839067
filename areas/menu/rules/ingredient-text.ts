/** Ingredients as a label lists them: "Chicken (34%), noodles (29%) (water, flour), salt." */
import { capitalised } from '#platform/rules/capitalised.ts';

type ListedIngredient = { name: string; percent: number | null };

/** Chicken 34, noodles 29, salt unknown; each once. A percentage among the parts of one is theirs. */
export function readIngredients(list: string): ListedIngredient[] {
  const found = new Map<string, ListedIngredient>();
  for (const part of splitAtTopLevel(list)) {
    const { text, brackets } = apart(part);
    const beside = /^(?:(\d{1,3}(?:\.\d+)?) ?% )?(.+?)(?: (\d{1,3}(?:\.\d+)?) ?%)?$/.exec(
      text.replace(/[.\s]+$/, '').trim(),
    );
    const [, before, name = '', after] = beside ?? [];
    if (name === '') continue;
    const stated =
      brackets.map((each) => /^\s*(\d{1,3}(?:\.\d+)?)\s*%\s*$/.exec(each)?.[1]).find(Boolean) ??
      before ??
      after;
    const percent = stated === undefined ? null : Number(stated);
    if (!found.has(name.toLowerCase()))
      found.set(name.toLowerCase(), { name: capitalised(name), percent });
  }
  return [...found.values()];
}

/** Commas inside brackets separate the parts of one ingredient. */
function splitAtTopLevel(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    if ('(['.includes(character)) depth += 1;
    if (')]'.includes(character)) depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === ',' || character === ';')) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts;
}

/** What stands outside brackets, and what in each of the outermost. */
function apart(part: string): { text: string; brackets: string[] } {
  const brackets: string[] = [];
  let depth = 0;
  let text = '';
  for (const character of part) {
    if ('(['.includes(character)) {
      if (depth === 0) brackets.push('');
      else brackets.push(`${brackets.pop() ?? ''}${character}`);
      depth += 1;
    } else if (')]'.includes(character)) {
      depth = Math.max(0, depth - 1);
      if (depth > 0) brackets.push(`${brackets.pop() ?? ''}${character}`);
    } else if (depth === 0) text += character;
    else brackets.push(`${brackets.pop() ?? ''}${character}`);
  }
  return { text: text.replaceAll(/\s+/g, ' ').trim(), brackets };
}
