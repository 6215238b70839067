export const SETTINGS_PARTS = [
  { label: 'Your kitchen', sections: ['Your kitchen'] },
  { label: 'Days and windows', sections: ['When'] },
  { label: 'Prices', sections: ['What it costs', 'Ordering'] },
  { label: 'Food', sections: ['Kitchen and bags', 'After a missed delivery'] },
  { label: 'About you', sections: ['About you'] },
  { label: 'Site', sections: ['Where', 'Launch and waitlist'] },
] as const;

/** The sections of the part that has this one; of the first for any other name. */
export function sectionsWith(name: string | null): readonly string[] {
  const named = SETTINGS_PARTS.find(({ sections }) => sections.some((one) => one === name));
  return (named ?? SETTINGS_PARTS[0]).sections;
}
