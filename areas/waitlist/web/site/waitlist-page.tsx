import { LONGEST_SUBURB } from '#areas/business/rules/longest-suburb.ts';
import { servedSuburbsFor } from '#areas/business/rules/served-suburbs.ts';
import { LANDING_TEXTS } from '#areas/business/rules/texts/landing-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSearchParams } from '#platform/web/navigation/address.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { useIsInBrowser } from '#platform/web/navigation/use-is-in-browser.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { LandingSections, formatLaunch } from './landing-sections.tsx';
import { LongJoinForm } from './long-join-form.tsx';
import { ShortJoinForm } from './short-join-form.tsx';

export function WaitlistPage() {
  const config = useConfig();
  const { business, hasLaunched } = config;
  const suburb = useSuburbAskedAbout();
  const { line, paragraphs, topics } = usePageTexts(LANDING_TEXTS);
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
          <PageHeading className="text-4xl">{line('waitlist.headline')}</PageHeading>
          <div className="grid max-w-prose gap-2 text-lg text-ink-soft">
            {paragraphs('waitlist.intro')}
          </div>
          {hasLaunched && (
            <a href={paths.order()} className={`${buttonClass('secondary')} w-fit`}>
              Order Now
            </a>
          )}
        </div>
        <Card as="section" padding="large" aria-labelledby="short-heading" data-app-now="suburb">
          <h2 id="short-heading" className="mb-4 text-2xl">
            {line('waitlist.short')}
          </h2>
          {isElsewhere && (
            <div className="mb-4">
              <Notice announce="polite">
                <p>
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
        {topics('waitlist.long').map(({ id, title, text }) => (
          <div key={id} className="grid gap-4">
            <h2 id="long-heading" className="text-2xl">
              {title}
            </h2>
            <div className="grid gap-2 text-ink-soft">{text}</div>
          </div>
        ))}
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
