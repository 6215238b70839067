/** Whom a wave of invitations reaches: people we deliver to who still wait, those who joined first before others. */
import type { ServedSuburb } from '#areas/business/rules/fact-lists.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { suburbNameOf } from './waitlist-summary.ts';

/** The limits of one wave: more than this at once is a mailing that nobody can answer for. */
export const WAVE_PEOPLE = { min: 1, max: 500 } as const;

export const WAVE_PEOPLE_MESSAGE = `Please enter ${WAVE_PEOPLE.min} to ${WAVE_PEOPLE.max} people`;
export const WAVE_SUBURBS_MESSAGE = 'Please choose at least one suburb';

export type WaitingPerson = {
  id: number;
  suburb: string;
  /** What staff say of whether we deliver to them; null: their suburb says it. */
  servedMark: boolean | null;
  createdAt: string;
  unsubscribedAt: string | null;
  orderedAt: string | null;
  /** Null: not invited yet, or it was taken back before it was sent. */
  invitation: object | null;
};

type InvitationState = 'unsubscribed' | 'ordered' | 'invited' | 'waiting';

/** Whether we deliver to someone on the waitlist: as staff marked them, or else by their suburb. */
export function isServedPerson(
  { suburb, servedMark }: Pick<WaitingPerson, 'suburb' | 'servedMark'>,
  served: readonly ServedSuburb[],
): boolean {
  return servedMark ?? servedSuburbsFor(suburb, served).length > 0;
}

/** Where someone is on the way from the list to an order. */
export function invitationStateOf(
  person: Pick<WaitingPerson, 'unsubscribedAt' | 'orderedAt' | 'invitation'>,
): InvitationState {
  if (person.unsubscribedAt !== null) return 'unsubscribed';
  if (person.orderedAt !== null) return 'ordered';
  return person.invitation === null ? 'waiting' : 'invited';
}

/** Everyone who may be invited, who joined first first. */
export function invitablePeople<Person extends WaitingPerson>(
  people: readonly Person[],
  served: readonly ServedSuburb[],
): Person[] {
  return people
    .filter((person) => invitationStateOf(person) === 'waiting' && isServedPerson(person, served))
    .toSorted((a, b) =>
      a.createdAt === b.createdAt ? a.id - b.id : a.createdAt < b.createdAt ? -1 : 1,
    );
}

/** Who is invited when these suburbs and so many people are chosen. */
export function peopleOfWave<Person extends WaitingPerson>(
  people: readonly Person[],
  served: readonly ServedSuburb[],
  chosen: { suburbs: readonly string[]; people: number },
): Person[] {
  const suburbs = new Set(
    chosen.suburbs.map((suburb) => suburbNameOf(suburb, served).toLowerCase()),
  );
  return invitablePeople(people, served)
    .filter(({ suburb }) => suburbs.has(suburbNameOf(suburb, served).toLowerCase()))
    .slice(0, chosen.people);
}

/** The suburbs of those who may be invited, the most people first. */
export function suburbsToInvite(
  people: readonly WaitingPerson[],
  served: readonly ServedSuburb[],
): { suburb: string; people: number }[] {
  const invitable = invitablePeople(people, served);
  const bySuburb = Map.groupBy(invitable, ({ suburb }) =>
    suburbNameOf(suburb, served).toLowerCase(),
  );
  return [...bySuburb.values()]
    .map((same) => ({
      suburb: suburbNameOf(same[0]?.suburb ?? '', served),
      people: same.length,
    }))
    .toSorted((a, b) => b.people - a.people || (a.suburb < b.suburb ? -1 : 1));
}
