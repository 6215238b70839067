import { LANDING_TEXTS } from '#areas/business/rules/texts/landing-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { FIRST_ORDER_OFFER } from '#areas/business/rules/service-text.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useSamples } from '#areas/menu/web/menu-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ComingMeals, LandingSections, formatLaunch } from './landing-sections.tsx';
import { LongJoinForm } from './long-join-form.tsx';

/** Before the launch the form stands first; from then on food does. */
export function LandingPage() {
  const config = useConfig();
  const { business, hasLaunched } = config;
  const samples = useSamples();
  const { line, paragraphs } = usePageTexts(LANDING_TEXTS);
  const form = (
    <Card as="section" id="waitlist-form" padding="large" aria-labelledby="join-heading">
      <h2 id="join-heading" className="mb-4 text-2xl">
        Join the waitlist
      </h2>
      <LongJoinForm business={business} isMainAction={!hasLaunched} />
    </Card>
  );
  return (
    <div className="grid gap-14">
      <section className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-8 sm:px-6 lg:grid-cols-[1fr_1.1fr] lg:gap-12 lg:pt-14">
        <div className="grid content-start gap-5 lg:pt-6">
          <p className="w-fit rounded-full bg-mango px-4 py-1 font-semibold text-on-mango">
            {formatLaunch(config)}
          </p>
          {business.waitlistFirstOrderFree && (
            <p className="text-sm text-ink-soft">{FIRST_ORDER_OFFER}</p>
          )}
          <PageHeading className="text-4xl">
            {line(hasLaunched ? 'landing.headline.after' : 'landing.headline.before')}
          </PageHeading>
          <div className="grid max-w-prose gap-2 text-lg text-ink-soft">
            {paragraphs(hasLaunched ? 'landing.intro.after' : 'landing.intro.before')}
          </div>
          {hasLaunched && (
            <a href={paths.order()} className={`${buttonClass('primary', 'large')} w-fit`}>
              Order Now
            </a>
          )}
          <nav aria-label="On this page" className="flex flex-wrap gap-2">
            {SECTIONS.map(({ id, label }) => (
              <a key={id} href={`#${id}`} className={buttonClass('quiet', 'small')}>
                {label}
              </a>
            ))}
          </nav>
        </div>
        {hasLaunched ? <ComingMeals samples={samples} hasLaunched isBesideText /> : form}
      </section>
      {hasLaunched && <div className="mx-auto w-full max-w-3xl px-4 sm:px-6">{form}</div>}
      <LandingSections hasMeals={!hasLaunched} />
    </div>
  );
}

const SECTIONS = [
  { id: 'how-it-works', label: 'How it works' },
  { id: 'pricing', label: 'What it costs' },
  { id: 'faqs', label: 'Questions' },
  { id: 'waitlist-form', label: 'Join' },
];
