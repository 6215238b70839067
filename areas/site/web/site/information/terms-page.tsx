import { TERMS_TEXTS } from '#areas/business/rules/texts/terms-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { TopicFrame } from './topic-frame.tsx';

export function TermsPage() {
  const { paragraphs, topics } = usePageTexts(TERMS_TEXTS);
  return (
    <TopicFrame
      heading="Terms of service"
      lead={paragraphs('terms.lead')}
      topics={topics('terms.topics')}
    />
  );
}
