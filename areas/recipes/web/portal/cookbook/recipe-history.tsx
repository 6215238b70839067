import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import {
  recipeVersionsQuery,
  type VersionsOf,
} from '#areas/recipes/web/portal/recipe-book-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ChangeList } from '#platform/web/ui/layout/change-list.tsx';
import { Fold } from './fold.tsx';

/** Who saved which version, when, and what changed; asked for when someone opens it. */
export function RecipeHistory({ owner }: { owner: VersionsOf }) {
  return (
    <Fold title="Earlier versions" className="border-t border-line pt-3">
      <Versions owner={owner} />
    </Fold>
  );
}

function Versions({ owner }: { owner: VersionsOf }) {
  const formatInstant = useFormatInstant();
  return (
    <Loaded query={useQuery(recipeVersionsQuery(owner))} what="the earlier versions">
      {({ versions, isCut }) => (
        <>
          <ChangeList
            changes={versions.map(({ version, at, by, changes }) => ({
              key: version,
              what: `Version ${version}`,
              who: by ?? 'the sample menu',
              when: formatInstant(at),
              details: changes?.length === 0 ? ['Saved without a change'] : (changes ?? []),
            }))}
          />
          {isCut && <p className="pt-2 text-sm text-ink-soft">Older versions are not shown.</p>}
        </>
      )}
    </Loaded>
  );
}
