import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { mealImageSourceSet } from '#areas/menu/rules/meal-picture.ts';

type AboutFacts = Pick<BusinessFacts, 'name' | 'aboutStory' | 'aboutPhoto' | 'aboutCooks'>;

/** Whether the kitchen tells of itself: nothing stands in for what it does not give. */
export function hasPeopleAndPlace({ aboutStory, aboutPhoto, aboutCooks }: AboutFacts): boolean {
  return aboutStory !== '' || aboutPhoto !== null || aboutCooks.length > 0;
}

export function PeopleAndPlace({ facts }: { facts: AboutFacts }) {
  const { name, aboutStory, aboutPhoto, aboutCooks } = facts;
  return (
    <div className="grid gap-6">
      {(aboutStory !== '' || aboutPhoto !== null) && (
        <div className="flex flex-wrap items-start gap-6">
          {aboutPhoto !== null && (
            <Photo
              src={aboutPhoto}
              alt={`The kitchen of ${name}`}
              sizes="(min-width: 40rem) 24rem, 100vw"
              className="aspect-[4/3] w-full max-w-96 rounded-3xl object-cover"
            />
          )}
          {aboutStory !== '' && (
            <p className="min-w-[min(16rem,100%)] flex-1 text-lg break-words whitespace-pre-line">
              {aboutStory}
            </p>
          )}
        </div>
      )}
      {aboutCooks.length > 0 && (
        <ul className="grid grid-cols-2 gap-6 sm:grid-cols-3">
          {aboutCooks.map(({ name: who, role, line, photo }) => (
            <li key={who + role} className="grid content-start gap-1">
              {photo !== null && (
                <Photo
                  src={photo}
                  alt=""
                  sizes="12rem"
                  className="mb-2 aspect-square w-full max-w-48 rounded-2xl object-cover"
                />
              )}
              <p translate="no" className="font-semibold break-words">
                {who}
              </p>
              <p className="text-sm break-words text-ink-soft">{role}</p>
              {line !== '' && <p className="text-sm break-words">{line}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type PhotoProps = { src: string; alt: string; sizes: string; className: string };

function Photo({ src, alt, sizes, className }: PhotoProps) {
  return (
    <img
      src={src}
      alt={alt}
      sizes={sizes}
      className={className}
      srcSet={mealImageSourceSet(src) ?? undefined}
      width={640}
      height={480}
      loading="lazy"
      decoding="async"
    />
  );
}
