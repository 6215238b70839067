import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '#web/api/api-error.ts';
import { recipeVersionsQuery, type VersionsOf } from '#web/api/portal/kitchen/recipe-book.ts';
import { useFormatInstant } from '#web/api/use-format-instant.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ChangeList } from '#web/ui/layout/change-list.tsx';
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
