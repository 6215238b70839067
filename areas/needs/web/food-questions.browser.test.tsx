import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { unitedNeeds } from '#areas/needs/rules/food-needs.ts';
import type { FoodAnswer } from '#areas/needs/rules/food-question.ts';
import type { PersonAsked } from '#areas/needs/rules/gate/open-questions.ts';
import { FoodQuestions } from '#areas/needs/web/food-questions.tsx';
import { useOpenQuestions } from '#areas/needs/web/use-open-questions.ts';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const MIA = { name: 'Mia', allergens: [], avoid: [] };
const LEO = { name: 'Leo', allergens: [], avoid: [] };
const PHONE = '07 3000 0000';

const reading = vi.hoisted(() => ({ fetched: 0 }));

vi.mock('#areas/needs/rules/gate/open-questions.ts', async (original) => {
  reading.fetched += 1;
  return await original();
});

beforeEach(() => openPage(<Wizard />, { at: '/order' }));

function Wizard() {
  const [text, setText] = useState('');
  const [people, setPeople] = useState<PersonAsked[]>([MIA, LEO]);
  const [answers, setAnswers] = useState<FoodAnswer[]>([]);
  const questions = useOpenQuestions([{ text, about: null }], people, answers);
  return (
    <main>
      <h1>Your details</h1>
      <label>
        Special instructions
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <FoodQuestions
        questions={questions.flat()}
        names={people.map(({ name }) => name)}
        phone={PHONE}
        onLeaveOut={(name, { allergens, words }) =>
          setPeople((all) =>
            all.map((one) =>
              one.name === name ? { name, ...unitedNeeds(one, { allergens, avoid: words }) } : one,
            ),
          )
        }
        onAnswer={(answer) => setAnswers((all) => [...all, answer])}
      />
    </main>
  );
}

const note = () => page.getByRole('textbox');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const buttons = () => page.getByRole('button');

test('the reader is fetched with the first character, not with the page', async () => {
  expect(reading.fetched).toBe(0);
  await note().fill('Leave it at the red door');
  await expect.poll(() => reading.fetched).toBe(1);
  await expect.element(buttons()).not.toBeInTheDocument();
});

test('an allergy is left out with one tap, and nothing else closes it', async () => {
  await note().fill('Leo is allergic to egg');
  await expect.element(page.getByText('You wrote “Leo is allergic to egg”')).toBeVisible();
  await expect.element(page.getByText('If it isn’t so, please change the note.')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  expect(buttons().elements()).toHaveLength(1);
  await button('Leave egg out for Leo').click();
  await expect.element(buttons()).not.toBeInTheDocument();
  await expect.element(page.getByText('We leave egg out for Leo.')).toBeVisible();
  await expect.poll(() => document.activeElement?.ariaLabel).toBe('Questions about your note');
});

test('a wish may be taken back in words that say what follows, until the note says something else', async () => {
  await note().fill('no egg for Mia');
  await button('Egg may be in it').click();
  await expect.element(buttons()).not.toBeInTheDocument();
  await note().fill('no egg for Mia please');
  await expect.element(button('Leave egg out for Mia')).toBeVisible();
});

test('a note that names nobody offers everyone, and severe words add the phone number', async () => {
  await note().fill('allergic to kiwifruit');
  await expect.element(button('Leave kiwifruit out for Mia')).toBeVisible();
  await expect.element(button('Leave kiwifruit out for Leo')).toBeVisible();
  await expect.element(page.getByRole('link', { name: PHONE })).not.toBeInTheDocument();
  await note().fill('severe nut allergy');
  await expect.element(page.getByRole('link', { name: PHONE })).toBeVisible();
  await expect.element(page.getByText(/please call us before you order/u)).toBeVisible();
});

test('what can’t be read asks for its name, and a word that no list knows may be no food', async () => {
  await note().fill('My son has a severe allergy');
  await expect.element(page.getByText(/Which food is it\?/u)).toBeVisible();
  await expect.element(buttons()).not.toBeInTheDocument();
  await note().fill('Mia is allergic to rambutan');
  await expect.element(button('Leave “rambutan” out for Mia')).toBeVisible();
  await button('It is not a food').click();
  await expect.element(buttons()).not.toBeInTheDocument();
});
