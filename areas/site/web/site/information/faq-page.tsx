import { frequentQuestions } from '#areas/business/rules/frequent-questions.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { QuestionList } from '#platform/web/ui/layout/question-list.tsx';
import { ContactLines } from './contact-lines.tsx';

export function FaqPage() {
  const { business } = useConfig();
  return (
    <div className="mx-auto grid max-w-3xl gap-6 px-4 pt-8 sm:px-6 md:pt-12">
      <PageHeading className="text-4xl">Frequently asked questions</PageHeading>
      <QuestionList questions={frequentQuestions(business)} group="faq" headingLevel={2} />
      <section className="grid gap-3 rounded-3xl bg-primary-soft p-6 sm:p-8" aria-labelledby="ask">
        <h2 id="ask" className="text-xl">
          Can’t find your answer?
        </h2>
        <ContactLines business={business} />
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
