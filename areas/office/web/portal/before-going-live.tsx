import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#platform/web/ui/feedback/loaded.tsx';
import { firstHourQuery } from '#areas/office/web/portal/first-hour-queries.ts';
import { Link } from '#platform/web/navigation/link.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** What is missing before customers pay with real cards. */
export function BeforeGoingLive() {
  const firstHour = useQuery({ ...firstHourQuery, refetchInterval: false });
  return (
    <Card as="section" aria-label="Before going live" className="grid gap-3">
      <h3 className="text-lg">Before going live</h3>
      <Loaded query={firstHour} what="what is missing" kind="line">
        {({ missingBeforeLive }) => <Missing sentences={missingBeforeLive} />}
      </Loaded>
    </Card>
  );
}

function Missing({ sentences }: { sentences: readonly string[] }) {
  return (
    <>
      {sentences.length === 0 ? (
        <p>Nothing is missing. Cards are charged and emails go out.</p>
      ) : (
        <ul className="grid list-disc gap-1.5 pl-5">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <Link
        to={paths.admin({ tab: 'first-hour' })}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        Open the checklist
      </Link>
    </>
  );
}
