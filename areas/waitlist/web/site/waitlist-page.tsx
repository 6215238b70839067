import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { FIRST_ORDER_OFFER, formatSuburbs } from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LandingSections } from './landing-sections.tsx';
import { formatLaunch } from './launch-text.ts';
import { LongJoinForm } from './long-join-form.tsx';
import { ShortJoinForm } from './short-join-form.tsx';

export function WaitlistPage() {
  const config = useConfig();
  const { business, hasLaunched } = config;
  const suburb = useSuburbAskedAbout();
  const isElsewhere = suburb !== '' && servedSuburbsFor(suburb, business.suburbs).length === 0;
  return (
    <div className="grid gap-14">
      <section className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-8 sm:px-6 md:grid-cols-[1.1fr_1fr] md:gap-12 md:pt-14">
        <div className="grid content-start gap-5">
          <p className="w-fit rounded-full bg-mango px-4 py-1 font-semibold text-on-mango">
            {formatLaunch(config)}
          </p>
          {business.waitlistFirstOrderFree && (
            <p className="text-sm text-ink-soft">{FIRST_ORDER_OFFER}</p>
          )}
          <PageHeading className="text-4xl">
            Tell us where you live and we’ll tell you when we deliver there
          </PageHeading>
          <p className="max-w-prose text-lg text-ink-soft">
            We deliver to {formatSuburbs(business)}. If yours isn’t one of them yet
            {hasLaunched ? '' : ', or you’d like to hear about the launch'}, join the waitlist.
          </p>
          {hasLaunched && (
            <a href={paths.order()} className={`${buttonClass('secondary')} w-fit`}>
              Order Now
            </a>
          )}
        </div>
        <Card as="section" padding="large" aria-labelledby="short-heading" data-app-now="suburb">
          <h2 id="short-heading" className="mb-4 text-2xl">
            We just need your email and suburb
          </h2>
          {isElsewhere && (
            <div className="mb-4">
              <Notice announce="polite">
                <p className="break-words">
                  We don’t deliver to {suburb} yet. Leave your email and we’ll tell you when we do.
                </p>
              </Notice>
            </div>
          )}
          <ShortJoinForm key={suburb} business={business} suburb={suburb} />
        </Card>
      </section>
      <LandingSections />
      <section
        id="waitlist-form"
        aria-labelledby="long-heading"
        className="mx-auto grid w-full max-w-3xl gap-4 px-4 sm:px-6"
      >
        <h2 id="long-heading" className="text-2xl">
          Tell us a little more
        </h2>
        <p className="text-ink-soft">
          Telling us how many meals you’d like helps us plan. It’s fine to join twice.
        </p>
        <LongJoinForm business={business} />
      </section>
    </div>
  );
}

/** In the address only after a suburb check; the prerendered page is the same for everyone. */
function useSuburbAskedAbout(): string {
  const [params] = useSearchParams();
  return useIsInBrowser() ? (params.get('suburb') ?? '').slice(0, LONGEST_SUBURB) : '';
}
