import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import { settings } from '#areas/business/server/tables/settings.ts';
import { settingsVersions } from '#areas/business/server/tables/settings-versions.ts';
import { texts } from '#areas/business/server/tables/texts.ts';
import { logos } from '#areas/business/server/tables/logos.ts';

export const businessTables: readonly KeptTable[] = [
  keep(settings, {
    class: 'set-up',
    nobody: 'key value updated_at',
    export: { without: [], where: `key = 'business'` },
  }),
  keep(settingsVersions, {
    class: 'set-up',
    nobody: 'version facts changed_at',
    staff: 'changed_by',
    days: 'always',
  }),
  keep(texts, {
    class: 'set-up',
    nobody: 'key version value ours changed_at',
    staff: 'changed_by',
    days: 'always',
  }),
  keep(logos, {
    class: 'set-up',
    nobody: 'hash bytes created_at',
    export: { without: ['bytes'] },
  }),
];
