/** What an installation is connected to, apart from its database. Ours. */

export const CONNECTION_KINDS = ['cards', 'mail', 'sms', 'copies'] as const;
export type ConnectionKindName = (typeof CONNECTION_KINDS)[number];

export const CONNECTION_TITLES: Readonly<Record<ConnectionKindName, string>> = {
  cards: 'Card payments',
  mail: 'Emails',
  sms: 'Text messages',
  copies: 'Copies elsewhere',
};

/** How much of a secret a page may show. */
const SHOWN_CHARACTERS = 4;

/** "…4f2a": tells two keys apart, and is of no use to anyone. */
export function endingOf(secret: string): string {
  return `…${secret.slice(-SHOWN_CHARACTERS)}`;
}
