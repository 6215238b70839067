import { PRIVACY_TEXTS } from '#areas/business/rules/texts/privacy-texts.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { TopicFrame } from './topic-frame.tsx';

export function PrivacyPage() {
  const { paragraphs, topics } = usePageTexts(PRIVACY_TEXTS);
  return (
    <TopicFrame
      heading="Privacy"
      lead={paragraphs('privacy.lead')}
      topics={topics('privacy.topics')}
    />
  );
}
