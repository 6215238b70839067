import { FAQ_TEXTS } from '#areas/business/rules/texts/faq-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';

export function FaqPage() {
  const { topics } = usePageTexts(FAQ_TEXTS);
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">Frequently asked questions</PageHeading>
      <QuestionList questions={topics('faq.questions')} group="faq" headingLevel={2} />
      <section className="grid gap-3 rounded-3xl bg-primary-soft p-6 sm:p-8" aria-labelledby="ask">
        {topics('faq.ask').map(({ id, title, text }) => (
          <div key={id} className="grid gap-3">
            <h2 id="ask" className="text-xl break-words">
              {title}
            </h2>
            {text}
          </div>
        ))}
        <div className="flex flex-wrap gap-3">
          <a href={paths.order()} className={buttonClass('primary')}>
            Order Now
          </a>
          <a href={paths.menu()} className={buttonClass('secondary')}>
            See the menu
          </a>
          <a href={paths.findOrder()} className={buttonClass('secondary')}>
            Find my order
          </a>
        </div>
      </section>
    </div>
  );
}
