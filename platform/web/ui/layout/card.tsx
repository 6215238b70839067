import type { ComponentProps } from 'react';
import { classNames } from '#platform/web/ui/class-names.ts';

type CardProps = ComponentProps<'div'> & {
  /** The element it is: a list item, an article, a section. */
  as?: 'div' | 'section' | 'article' | 'li';
  padding?: 'none' | 'medium' | 'large';
};

const PADDING = { none: '', medium: 'p-5', large: 'p-5 sm:p-8' };

export function Card({ as: Element = 'div', padding = 'medium', className, ...rest }: CardProps) {
  // The four elements differ only in attributes that nothing here passes.
  const Tag = Element as 'div';
  return (
    <Tag
      {...rest}
      className={classNames(
        'rounded-3xl border border-line bg-surface shadow-card',
        PADDING[padding],
        className,
      )}
    />
  );
}
