/** What a kitchen tells of its people and its place. Nothing is shown in the place of what it does not give. */
import * as a from './fact-kinds.ts';
import { addProblem, type FactProblems, type Kind, textProblem } from './fact-kinds.ts';

/** Someone of the kitchen, as customers see them. */
export type Cook = { name: string; role: string; line: string; photo: string | null };

export const MOST_COOKS = 6;
/** Characters. */
export const LONGEST_OF_COOK = { name: 40, role: 40, line: 120 };

/** Who cooks: nobody is shown who is not named here. */
const cooks = (): Kind<Cook[]> => ({
  preset: [],
  shape: {
    listOf: { parts: { name: 'text', role: 'text', line: 'text', photo: { orNone: 'text' } } },
  },
  field: 'cooks',
  check(list) {
    if (list.length > MOST_COOKS) return { '': `Please keep to ${MOST_COOKS} people` };
    const problems: FactProblems = {};
    for (const [index, cook] of list.entries()) {
      for (const [part, longest] of Object.entries(LONGEST_OF_COOK)) {
        const text = cook[part as keyof typeof LONGEST_OF_COOK];
        const message =
          part === 'line' && text === '' ? null : textProblem(text, `their ${part}`, longest);
        if (message !== null) addProblem(problems, `${index}.${part}`, message);
      }
      const message = a.photo().check(cook.photo)[''];
      if (message !== undefined) addProblem(problems, `${index}.photo`, message);
    }
    return problems;
  },
  describe: (list) => list.map(({ name }) => name).join(', ') || 'nobody',
});

export const ABOUT_FACTS = {
  aboutStory: a.fact(a.paragraphs(600), {
    label: 'Your story',
    changes: 'On the home page and the page About. Left empty, neither shows one.',
  }),
  aboutPhoto: a.fact(a.photo(), {
    label: 'Photo of your kitchen',
    changes: 'Beside your story. Left empty, there is no picture.',
  }),
  aboutCooks: a.fact(cooks(), {
    label: 'Who cooks',
    changes: 'Up to six people, on the home page and the page About. Ask each of them first.',
  }),
};
