import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Allergen } from '#areas/needs/rules/allergens.ts';
import type { NotePerson } from '#areas/needs/rules/food-notes/note-questions.ts';
import { NoteWarning } from '#areas/checkout/web/site/note-warning.tsx';
import { listViolations } from '#platform/web/testing/accessibility.ts';
import { openPage } from '#platform/web/testing/open-page.tsx';

const MIA = { name: 'Mia', allergens: [] };
const LEO = { name: 'Leo', allergens: [] };
const PHONE = '07 3000 0000';

const leaveOut = vi.fn<(person: string, allergens: readonly Allergen[]) => void>();
const reading = vi.hoisted(() => ({ fetched: 0 }));

vi.mock('#areas/needs/rules/food-notes/note-questions.ts', async (original) => {
  reading.fetched += 1;
  return await original();
});

beforeEach(() => {
  leaveOut.mockClear();
});

function Wizard({ people }: { people: NotePerson[] }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(people);
  return (
    <main>
      <h1>Your details</h1>
      <label>
        Special instructions
        <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <NoteWarning
        notes={[{ text, about: null }]}
        people={chosen}
        phone={PHONE}
        onLeaveOut={(name, allergens) => {
          leaveOut(name, allergens);
          setChosen((all) => all.map((one) => (one.name === name ? { name, allergens } : one)));
        }}
      />
    </main>
  );
}

const note = () => page.getByRole('textbox');
const warning = (text: string) => page.getByText(text);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the reader is fetched with the first character, not with the page', async () => {
  await openPage(<Wizard people={[MIA, LEO]} />, { at: '/order' });
  expect(reading.fetched).toBe(0);
  await note().fill('Leave it at the red door');
  await expect.poll(() => reading.fetched).toBe(1);
  await expect.element(button('Just a note')).not.toBeInTheDocument();
});

test('a note that speaks of an allergen asks once, and one tap leaves it out', async () => {
  await openPage(<Wizard people={[MIA, LEO]} />, { at: '/order' });
  await note().fill('Leo is allergic to egg');
  await expect.element(warning('Your note speaks of egg.')).toBeVisible();
  expect(await listViolations()).toEqual([]);
  await button('Leave egg out for Leo').click();
  expect(leaveOut).toHaveBeenCalledExactlyOnceWith('Leo', ['egg']);
  await expect.element(warning('Your note speaks of egg.')).not.toBeInTheDocument();
});

test('just a note is taken at its word, until the note speaks of something else', async () => {
  await openPage(<Wizard people={[MIA, LEO]} />, { at: '/order' });
  await note().fill('no egg for Mia');
  await button('Just a note').click();
  await expect.element(button('Just a note')).not.toBeInTheDocument();
  await note().fill('no egg for Mia, no milk for Mia');
  await expect.element(warning('Your note speaks of milk, egg.')).toBeVisible();
  expect(leaveOut).not.toHaveBeenCalled();
});

test('a note that names nobody offers everyone, and severe words add the phone number', async () => {
  await openPage(<Wizard people={[MIA, LEO]} />, { at: '/order' });
  await note().fill('no nuts');
  await expect.element(button('Leave all tree nuts, peanut out for Mia')).toBeVisible();
  await expect.element(button('Leave all tree nuts, peanut out for Leo')).toBeVisible();
  await expect.element(page.getByRole('link', { name: PHONE })).not.toBeInTheDocument();
  await note().fill('severe nut allergy');
  await expect.element(page.getByRole('link', { name: PHONE })).toBeVisible();
  await expect
    .element(page.getByText('please call us before you order', { exact: false }))
    .toBeVisible();
});
