import { type Mutation, without } from './mutation.ts';

export const UPGRADE_MUTATIONS: readonly Mutation[] = [
  {
    guard: 'that a version may start beside a newer one that only grew the database',
    scenario: 'upgrade',
    complaint: /upgraded by a newer version|did not start/,
    edits: [
      without(
        'platform/server/db/migrate.ts',
        'if (since !== null && known.includes(since)) return true;',
      ),
    ],
  },
  {
    guard: 'that a migration refuses no row of the release before',
    scenario: 'upgrade',
    complaint: /NO REPLY/,
    edits: [
      {
        file: 'quality/chaos/upgrade/next-release.ts',
        from: 'create index on meals (name);`',
        to: "alter table orders add constraint grown_${nth}_only check (grown_${nth} <> 'grown') not valid;`",
      },
    ],
  },
];
