import { FAQ_TEXTS } from '#areas/business/rules/texts/faq-texts.ts';
import { LANDING_TEXTS } from '#areas/business/rules/texts/landing-texts.ts';
import { landingQuestions } from '#areas/business/rules/texts/shown-text.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { useConfig } from '#areas/business/web/page-data.ts';
import { useMenu, useSamples } from '#areas/menu/web/menu-data.ts';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';
import { StepList } from '#platform/web/ui/layout/step-list.tsx';
import { offeredDeliveryTypes } from '#areas/business/rules/services.ts';
import type { ConfigReply } from '#areas/business/calls/config.ts';
import type { MealReply } from '#areas/menu/calls/meals.ts';
import {
  FIRST_ORDER_OFFER,
  formatDailyFee,
  formatWeeklyFee,
  byDeliveryType,
} from '#areas/business/rules/service-text.ts';
import { tierName } from '#areas/business/rules/texts/text-values.ts';
import { claimedTiers, type PriceClaim } from '#areas/menu/rules/menu-claims.ts';
import { formatDollars, parseAmount } from '#platform/rules/money.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { usePageLines } from '#areas/business/web/page-lines.tsx';
import type { SampleMeal } from '#areas/menu/calls/site-data.ts';
import { classNames } from '#platform/web/ui/class-names.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { SampleCard } from '#areas/menu/web/site/sample-card.tsx';
import { formatLaunchDate } from '#platform/rules/plain-date.ts';

/** The sections below the form on both waitlist pages, whatever the menu holds. `hasMeals`: they are not shown above it. */
export function LandingSections({ hasMeals = true }: { hasMeals?: boolean }) {
  const { business, hasLaunched } = useConfig();
  const { topics } = usePageTexts(FAQ_TEXTS);
  const meals = useMenu();
  const samples = useSamples();
  return (
    <>
      <Features />
      <Steps />
      <PricingTiers business={business} meals={meals} />
      {hasMeals && <ComingMeals samples={samples} hasLaunched={hasLaunched} />}
      <section
        id="faqs"
        aria-labelledby="faqs-heading"
        className="mx-auto grid w-full max-w-3xl gap-5 px-4 sm:px-6"
      >
        <h2 id="faqs-heading" className="text-2xl">
          Common questions
        </h2>
        <QuestionList
          questions={topics('faq.questions', landingQuestions)}
          group="landing-faq"
          headingLevel={3}
        />
      </section>
    </>
  );
}

function Features() {
  const features = usePageTexts(LANDING_TEXTS).topics('landing.features');
  return (
    <section aria-label="What you get" className="border-y border-line bg-sunken">
      <ul className="mx-auto grid max-w-6xl gap-8 px-4 py-12 sm:px-6 md:grid-cols-3">
        {features.map(({ id, title, text }) => (
          <li key={id} className="grid content-start gap-1 border-t-4 border-mango pt-4">
            <h2 className="text-xl">{title}</h2>
            <div className="grid gap-1 text-ink-soft">{text}</div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps() {
  const { topics } = usePageTexts(LANDING_TEXTS);
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-heading"
      className="mx-auto grid w-full max-w-6xl gap-6 px-4 sm:px-6"
    >
      <h2 id="how-heading" className="text-2xl">
        How it works
      </h2>
      <StepList steps={topics('landing.steps')} />
    </section>
  );
}

type Tier = ConfigReply['business']['advertisedTiers'][number];

/** Orders charge each meal's own price: a tier claims only what is true of the menu. */
const CLAIMS: Record<PriceClaim, string> = {
  'at most': 'at most: no meal on the menu costs more',
  'on average': 'on average across the menu',
  from: 'for the cheapest meals',
};

type PricingTiersProps = { business: ConfigReply['business']; meals: readonly MealReply[] };

function PricingTiers({ business, meals }: PricingTiersProps) {
  const prices = meals.map(({ price }) => ({ priceCents: parseAmount(price) ?? 0 }));
  const tiers = claimedTiers(business.advertisedTiers, prices);
  const { paragraphs } = usePageTexts(LANDING_TEXTS);
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-heading"
      className="mx-auto grid w-full max-w-6xl gap-6 px-4 sm:px-6"
    >
      <div className="grid gap-2">
        <h2 id="pricing-heading" className="text-2xl">
          What it costs
        </h2>
        <div className="grid max-w-prose gap-2 text-ink-soft">{paragraphs('landing.tiers')}</div>
      </div>
      <ul className="grid gap-4 empty:hidden md:grid-cols-3">
        {tiers.map((tier) => (
          <Card as="li" key={tier.fromMeals} padding="large" className="grid content-start gap-2">
            <Offer text={offerOf(tier, business)} />
            <h3 className="text-xl">{tierName(tier)} a week</h3>
            <p className="tabular-nums">
              <span className="font-serif text-2xl font-semibold">
                {formatDollars(tier.priceCents)}
              </span>{' '}
              per meal
            </p>
            {tier.claim && <p className="text-sm text-ink-soft">{CLAIMS[tier.claim]}</p>}
            <p className="border-t border-line pt-3">{deliveryOf(tier, business)}</p>
          </Card>
        ))}
      </ul>
      {tiers.some((tier) => offerOf(tier, business)?.endsWith('*')) && (
        <p className="max-w-prose text-sm text-ink-soft">
          * {FIRST_ORDER_OFFER} It applies to an order of any size; later orders pay for delivery as
          above.
        </p>
      )}
    </section>
  );
}

function Offer({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className="w-fit rounded-full bg-mango px-3 py-0.5 text-sm font-semibold text-on-mango">
      {text}
    </p>
  );
}

/** What leads the card, with an asterisk if it depends on more than the size of the order. */
function offerOf(tier: Tier, business: ConfigReply['business']): string | null {
  if (isDeliveredFree(tier, business)) return 'Free delivery';
  const isLargest = tier.toMeals === null;
  return isLargest && business.waitlistFirstOrderFree ? 'Free delivery on your first order*' : null;
}

function isDeliveredFree(
  { fromMeals }: Tier,
  { freeDeliveryFromMeals }: ConfigReply['business'],
): boolean {
  return freeDeliveryFromMeals !== null && freeDeliveryFromMeals <= fromMeals;
}

function deliveryOf(tier: Tier, business: ConfigReply['business']): string {
  const daily = `daily for ${formatDailyFee(business)}`;
  const weekly = `weekly for ${formatWeeklyFee(business)}`;
  const ways = byDeliveryType({ daily, weekly }, business);
  if (isDeliveredFree(tier, business)) {
    const isChoice = offeredDeliveryTypes(business).length > 1;
    return isChoice ? 'Daily or weekly, as you choose.' : '';
  }
  return tier.toMeals !== null &&
    tier.toMeals < business.dailyFromMeals &&
    business.deliveryTypes.includes('weekly')
    ? `Delivered ${weekly}.`
    : `Delivered ${ways}.`;
}

type ComingMealsProps = Pick<ConfigReply, 'hasLaunched'> & {
  samples: readonly SampleMeal[];
  /** Two by two, instead of in a band across the page. */
  isBesideText?: boolean;
};

/** Spec 2: marked Coming Soon, until they can be ordered. */
export function ComingMeals({ samples, hasLaunched, isBesideText = false }: ComingMealsProps) {
  const { line } = usePageLines(LANDING_TEXTS);
  return (
    <section
      aria-labelledby="preview-heading"
      className={isBesideText ? undefined : 'border-y border-line bg-sunken py-14'}
    >
      <div
        className={classNames(
          'grid',
          isBesideText ? 'gap-4' : 'mx-auto max-w-6xl gap-6 px-4 sm:px-6',
        )}
      >
        <h2 id="preview-heading" className="text-2xl">
          {line(hasLaunched ? 'landing.menu.after' : 'landing.menu.before')}
        </h2>
        <ul
          className={classNames(
            'grid grid-cols-2 gap-3',
            !isBesideText && 'sm:gap-5 lg:grid-cols-4',
          )}
        >
          {samples.map((meal) => (
            <SampleCard
              key={meal.id}
              meal={meal}
              badge={
                (!hasLaunched || meal.price === null) && (
                  <span className="justify-self-start">
                    <Badge variant="secondary">Coming Soon</Badge>
                  </span>
                )
              }
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** "Launch on July 15, 2025 · free delivery on your first order", if we apply that offer; later, what joining gives. */
export function formatLaunch(props: Pick<ConfigReply, 'hasLaunched' | 'business'>): string {
  const { hasLaunched, business } = props;
  const isFree = business.waitlistFirstOrderFree;
  if (hasLaunched)
    return isFree ? 'Join the list: your first order is delivered free' : 'We deliver';
  const offer = isFree ? ' · free delivery on your first order' : '';
  return `Launch on ${formatLaunchDate(business.launchDate)}${offer}`;
}
