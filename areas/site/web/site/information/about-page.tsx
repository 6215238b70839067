import { ABOUT_TEXTS } from '#areas/business/rules/texts/about-texts.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { usePageTexts } from '#areas/business/web/page-texts.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { hasPeopleAndPlace, PeopleAndPlace } from '#areas/site/web/site/people-and-place.tsx';
import { TopicFrame } from './topic-frame.tsx';

export function AboutPage() {
  const { business } = useConfig();
  const { paragraphs, topics } = usePageTexts(ABOUT_TEXTS);
  return (
    <TopicFrame
      heading={`About ${business.name}`}
      lead={paragraphs('about.lead')}
      first={hasPeopleAndPlace(business) && <PeopleAndPlace facts={business} />}
      topics={topics('about.topics')}
    >
      <div className="flex flex-wrap gap-3">
        <a href={paths.menu()} className={buttonClass('primary', 'large')}>
          See the menu
        </a>
        <a href={paths.howItWorks()} className={buttonClass('secondary', 'large')}>
          How it works
        </a>
      </div>
    </TopicFrame>
  );
}
