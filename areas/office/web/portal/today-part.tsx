import { useQuery } from '@tanstack/react-query';
import { getDriveDay } from '#areas/delivery/calls/drive.ts';
import { getPackDay } from '#areas/delivery/calls/pack.ts';
import { call } from '#platform/web/api/client.ts';
import { useSignedIn } from '#platform/web/api/session.ts';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { FirstHourCard } from './first-hour-card.tsx';
import { TodayPage } from './today/today-page.tsx';

/** The signed-in home, below its greeting: how the day stands, or the way to one's own page. */
export function TodayPart() {
  const { role } = useSignedIn();
  if (role === 'packer')
    return <OwnPage to={paths.pack()} label="Pack" one="bag" ask={countBags} />;
  if (role === 'driver')
    return <OwnPage to={paths.drive()} label="Drive" one="stop" ask={countStops} />;
  return (
    <div className="grid gap-3 py-3 lg:gap-5">
      <FirstHourCard />
      <TodayPage />
    </div>
  );
}

const countBags = async (signal: AbortSignal) =>
  (await call(getPackDay, { query: {}, signal })).bags.length;
const countStops = async (signal: AbortSignal) =>
  (await call(getDriveDay, { signal })).stops.length;

type OwnPageProps = {
  to: string;
  label: string;
  /** What it has today, one of it. */
  one: string;
  ask: (signal: AbortSignal) => Promise<number>;
};

/** The number is told as soon as it is there; the way does not wait for it. */
function OwnPage({ to, label, one, ask }: OwnPageProps) {
  const { data } = useQuery({
    queryKey: ['own-page', to],
    queryFn: ({ signal }) => ask(signal),
    staleTime: 0,
  });
  return (
    <div className="grid max-w-md gap-3 py-5">
      {data !== undefined && (
        <p className="text-lg tabular-nums">
          Today: {data} {data === 1 ? one : `${one}s`}
        </p>
      )}
      <a href={to} className={buttonClass('primary', 'large')}>
        {label}
      </a>
    </div>
  );
}
