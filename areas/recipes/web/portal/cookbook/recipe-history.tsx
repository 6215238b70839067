import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#platform/web/api/api-error.ts';
import {
  recipeVersionsQuery,
  type VersionsOf,
} from '#areas/recipes/web/portal/recipe-book-queries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
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
  const { data, error, isFetching, refetch } = useQuery(recipeVersionsQuery(owner));
  if (!data && error && !isFetching) {
    return <ErrorState message={describeFailure(error)} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      <ChangeList
        changes={data.versions.map(({ version, at, by, changes }) => ({
          key: version,
          what: `Version ${version}`,
          who: by ?? 'the sample menu',
          when: formatInstant(at),
          details: changes?.length === 0 ? ['Saved without a change'] : (changes ?? []),
        }))}
      />
      {data.isCut && <p className="pt-2 text-sm text-ink-soft">Older versions are not shown.</p>}
    </>
  );
}
