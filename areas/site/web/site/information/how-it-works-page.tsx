import { HOW_TEXTS } from '#areas/business/rules/texts/how-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

export function HowItWorksPage() {
  const { paragraphs, topics } = usePageTexts(HOW_TEXTS);
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">How It Works</PageHeading>
      <div className="grid gap-2 text-lg text-ink-soft">{paragraphs('how.lead')}</div>
      {topics('how.topics').map(({ id, title, text }) => (
        <Card as="section" key={id} padding="large" className="grid gap-2">
          <h2 className="text-xl break-words">{title}</h2>
          {text}
        </Card>
      ))}
      <div className="flex flex-wrap gap-3">
        <a href={paths.order()} className={buttonClass('primary', 'large')}>
          Order Now
        </a>
        <a href={paths.menu()} className={buttonClass('secondary', 'large')}>
          See the menu
        </a>
      </div>
    </div>
  );
}
