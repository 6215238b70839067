import { PersonName } from '#platform/web/ui/person-name.tsx';
import type { ReactNode, ComponentProps } from 'react';
import { NEEDS_CHECKED, saidOfNeeds, NEEDS_TITLE } from '#areas/needs/rules/food-needs-text.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { paths } from '#platform/web/navigation/paths.ts';

type NeedsListProps = {
  people: readonly ({ name: string } & FoodNeeds)[];
  /** Quoted; empty: none. */
  instructions?: string;
  phone: string;
  /** Beside a person. */
  action?: (person: { name: string } & FoodNeeds) => ReactNode;
};

/** What everyone at the table can't have, and what was written: under its title on every page. */
export function NeedsList({ people, instructions = '', phone, action }: NeedsListProps) {
  return (
    <>
      <ul className="grid gap-1">
        {people.map((person) => (
          <li key={person.name} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
            <span>
              <PersonName name={person.name} className="font-semibold" />
              {saidOfNeeds(person)}
            </span>
            {action?.(person)}
          </li>
        ))}
      </ul>
      {instructions.trim() !== '' && (
        <p className="wrap-anywhere whitespace-pre-line">You wrote: “{instructions.trim()}”</p>
      )}
      <p className="text-sm text-ink-soft">
        {NEEDS_CHECKED}{' '}
        <a href={paths.phone(phone)} className="whitespace-nowrap underline">
          {phone}
        </a>
      </p>
    </>
  );
}

type NeedsSectionProps = ComponentProps<typeof NeedsList> & { heading?: 'h2' | 'h3' };

/** The block under its title, where it is a part of something longer. */
export function NeedsSection({ heading: Heading = 'h3', ...needs }: NeedsSectionProps) {
  return (
    <section className="grid gap-1">
      <Heading className="font-sans text-base font-semibold">{NEEDS_TITLE}</Heading>
      <NeedsList {...needs} />
    </section>
  );
}
