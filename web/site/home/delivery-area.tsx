import { Link } from 'react-router';
import type { ConfigReply } from '#contract/config.ts';
import { paths } from '#web/navigation/paths.ts';
import { buttonClass } from '#web/ui/form/button.tsx';

export function DeliveryArea({ business }: { business: ConfigReply['business'] }) {
  return (
    <section className="mx-auto max-w-6xl px-4 sm:px-6" aria-labelledby="area">
      <div className="grid gap-6 rounded-3xl bg-primary-soft p-6 sm:p-10 md:grid-cols-[1fr_1.4fr] md:items-center">
        <div className="grid justify-items-start gap-4">
          <h2 id="area" className="text-2xl">
            Where we deliver
          </h2>
          <p>
            We deliver to {business.suburbs.length} mainland suburbs of the Redlands Council area.
          </p>
          <Link to={paths.order()} className={buttonClass('primary')}>
            Order Now
          </Link>
        </div>
        <ul className="flex flex-wrap gap-2">
          {business.suburbs.map(({ name, postcode }) => (
            <li key={name} className="rounded-full bg-surface px-4 py-1.5 tabular-nums">
              {name} <span className="text-ink-soft">{postcode}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
