/** The handbook's pictures, docs/pictures/, which its pages name from docs/handbook/. */
const FILES = import.meta.glob<string>('/docs/pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** `source` as in the text: "../pictures/today.webp". Undefined: there is no such picture. */
export function pictureUrl(source: string): string | undefined {
  return FILES[source.replace(/^\.\.\//, '/docs/')];
}

type HandbookPictureProps = { src?: string | undefined; alt?: string | undefined };

export function HandbookPicture({ src = '', alt = '' }: HandbookPictureProps) {
  const url = pictureUrl(src);
  if (url === undefined) return null;
  const isOfPhone = src.endsWith('-phone.webp');
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      className={`rounded-xl border border-line ${isOfPhone ? 'w-64 max-w-full' : 'w-full'}`}
    />
  );
}
