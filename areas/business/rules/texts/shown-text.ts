/** What a page shows of a text: the kitchen's words, or ours. */
import { oursOf, type OurTopic, type OwnText, type OwnTopic } from './text-entry.ts';
import { fillLine } from './fill-line.ts';
import { type FilledBlock, fillMarks } from './fill-marks.ts';
import { entryIn, isNotice, type TextEntries, type TextsAtHand } from './shown-line.ts';
import type { TextFact, TextValues } from './text-values.ts';

export function shownBlocks(
  texts: TextEntries,
  key: string,
  { situation, own }: TextsAtHand,
): readonly FilledBlock[] {
  const mine = own[key];
  if (typeof mine === 'string') {
    const { blocks, emptied } = fillMarks(mine, situation.values);
    if (emptied.length === 0) return blocks;
  }
  return fillMarks(oursOf(entryIn(texts, key, 'text'), situation), situation.values).blocks;
}

export type ShownTopic = Pick<OurTopic, 'id' | 'isRule' | 'onLanding'> & {
  title: string;
  blocks: readonly FilledBlock[];
};

/** Topics of the kitchen around our rules, or all of ours. One that is made of nothing but empty fields is left out. */
export function shownTopics(
  texts: TextEntries,
  key: string,
  { situation, own }: TextsAtHand,
): ShownTopic[] {
  const ours = oursOf<readonly OurTopic[]>(entryIn(texts, key, 'topics'), situation);
  const mine = own[key];
  const written =
    isTopics(mine) && emptiedFields(mine, situation.values).length === 0
      ? withRules(mine, ours)
      : ours;
  return written.flatMap(({ title, text, ...rest }) => {
    const { blocks } = fillMarks(text, situation.values);
    const heading = fillLine(title, situation.values).text;
    const isLeftOut = heading === null || (text.trim() !== '' && blocks.length === 0);
    return isLeftOut ? [] : [{ ...rest, title: heading, blocks }];
  });
}

/** Rules of ours that the kitchen's text does not know yet, as after an upgrade, come last. */
function withRules(mine: readonly OwnTopic[], ours: readonly OurTopic[]): OurTopic[] {
  const rules = ours.filter(({ isRule }) => isRule);
  const placed = mine.flatMap((topic): OurTopic[] => {
    if (!('rule' in topic)) {
      const { id, title, text, onLanding } = topic;
      return [{ id, title, text, ...(onLanding && { onLanding }) }];
    }
    return rules.filter(({ id }) => id === topic.rule);
  });
  return [...placed, ...rules.filter((rule) => !placed.includes(rule))];
}

export function isTopics(value: OwnText | undefined): value is OwnTopic[] {
  return Array.isArray(value);
}

/** The templates of a text: what is filled. */
export function templatesOf(value: OwnText): string[] {
  if (typeof value === 'string') return [value];
  if (isTopics(value))
    return value.flatMap((topic) => ('rule' in topic ? [] : [topic.title, topic.text]));
  if (isNotice(value)) return [value.text];
  return [value.subject ?? '', value.text];
}

/** Fields that stand among words and have no value now: while there are any, ours is shown. */
export function emptiedFields(value: OwnText, values: TextValues): TextFact[] {
  return [
    ...new Set(templatesOf(value).flatMap((template) => fillMarks(template, values).emptied)),
  ];
}

/** Seven of ours; of the kitchen's own those marked for it, or else the first. */
export const MOST_ON_LANDING = 10;
const FIRST_ON_LANDING = 7;

export function landingQuestions(questions: readonly ShownTopic[]): ShownTopic[] {
  const marked = questions.filter(({ onLanding }) => onLanding);
  return marked.length > 0
    ? marked.slice(0, MOST_ON_LANDING)
    : questions.slice(0, FIRST_ON_LANDING);
}
