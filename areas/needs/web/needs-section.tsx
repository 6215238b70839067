import type { ComponentProps } from 'react';
import { NEEDS_TITLE } from '#areas/needs/rules/food-needs-text.ts';
import { NeedsList } from './needs-list.tsx';

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
