import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { isReadingPage, type Page } from '#areas/business/web/define-page.ts';
import { PageFailure } from '#areas/site/web/site/layout/page-failure.tsx';
import type { RouterOptions, Shown } from '#platform/web/navigation/page-router.ts';
import { layouts, pages } from '#app/web/pages.ts';
import { findIn, type Layouts, NO_PAGE, showPage } from '#app/web/shown-page.tsx';

type LifeOptions = {
  /** Whether `root` holds what the server rendered for this address. */
  isAsRendered: () => boolean;
  /** Told of what React met in `root` and did not expect. */
  onUnexpected: (error: unknown) => void;
};

/** Puts the app into `root`, which shows the page already; what was typed into it stays. Tells with an event, "alive". */
export function bringToLife(root: Element, app: ReactNode, options: LifeOptions): void {
  // In slices: hydrating a long menu must not delay a tap.
  startTransition(() => {
    // Translators put their words into "font": React would find others than its own, so it begins afresh.
    if (options.isAsRendered() && !root.querySelector('font')) {
      const living = <Living root={root}>{app}</Living>;
      hydrateRoot(root, living, { onRecoverableError: options.onUnexpected });
    } else {
      createRoot(root).render(
        <Living root={root} typed={readTyped(root)}>
          {app}
        </Living>,
      );
    }
  });
}

/** `typed`: what was typed into fields that are not there any more. */
function Living({
  root,
  typed,
  children,
}: {
  root: Element;
  typed?: TypedEarly;
  children: ReactNode;
}) {
  useEffect(() => {
    typeAgain(root, typed ?? readTyped(root));
    // The start script need not hold anything from now on.
    dispatchEvent(new Event('alive'));
  }, [root, typed]);
  return children;
}

/** What was typed, ticked or filled in before React was there: it learns of it as if it happened now. */

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** By their order on the page, which is the same before and after. */
type TypedEarly = {
  values: Map<number, string | boolean>;
  /** The field with the focus; -1: none. */
  focused: number;
  /** What was unfolded. */
  open: number[];
};

function fieldsIn(root: Element): Field[] {
  return [...root.querySelectorAll<Field>('input, select, textarea')];
}

function readTyped(root: Element): TypedEarly {
  const fields = fieldsIn(root);
  const values = new Map<number, string | boolean>();
  for (const [index, field] of fields.entries())
    if (isTicked(field)) {
      if (field.checked !== field.defaultChecked) values.set(index, field.checked);
    } else if (field.value !== firstValue(field)) values.set(index, field.value);
  const open = detailsIn(root).flatMap((details, index) => (details.open ? [index] : []));
  return { values, focused: fields.findIndex((field) => field === document.activeElement), open };
}

function detailsIn(root: Element): HTMLDetailsElement[] {
  return [...root.querySelectorAll('details')];
}

function typeAgain(root: Element, { values, focused, open }: TypedEarly): void {
  const details = detailsIn(root);
  for (const index of open) details[index]?.setAttribute('open', '');
  const fields = fieldsIn(root);
  for (const [index, value] of values) {
    const field = fields[index];
    if (field) change(field, value);
  }
  if (fields[focused] !== document.activeElement) fields[focused]?.focus();
}

/** React ignores an event after which a field is as React last saw it: so it is shown another value first. */
function change(field: Field, value: string | boolean): void {
  const name = isTicked(field) ? 'checked' : 'value';
  Object.assign(field, { [name]: typeof value === 'boolean' ? !value : '' });
  // React watches the field's own property, not that of all fields.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), name)?.set?.call(field, value);
  field.dispatchEvent(new Event(isTicked(field) ? 'click' : 'input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function isTicked(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox' || field.type === 'radio';
}

function firstValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

type DocumentShown = {
  pathname: string;
  /** Whether the server recognised someone as staff, and whether this is their home. */
  isStaff: boolean;
  isStaffHome: boolean;
};

/** The pages of this document, the first one loaded. Pages to read are documents of their own. */
export async function loadPages(
  props: DocumentShown,
): Promise<Pick<RouterOptions, 'first' | 'load'>> {
  const { pathname, isStaff, isStaffHome } = props;
  const isOwn = !isStaffHome && findIn(pages, pathname).page.path !== NO_PAGE;
  const table = isOwn ? { pages, layouts } : await loadAll(isStaff);
  const found = findIn(table.pages, pathname);
  const first = await showPage(found, table.layouts);
  return { first, load: isReadingPage(found.page) ? () => null : (to) => loadPage(to, table) };
}

type Table = { pages: readonly Page[]; layouts: Layouts };

/** With those of staff, which customers never load. */
async function loadAll(isStaff: boolean): Promise<Table> {
  const { staffHome, staffLayouts, staffPages } = await import('./staff-pages.ts');
  const first = isStaff ? [staffHome] : [];
  return { pages: [...first, ...pages, ...staffPages], layouts: { ...layouts, ...staffLayouts } };
}

function loadPage(pathname: string, table: Table): Promise<Shown> | null {
  const found = findIn(table.pages, pathname);
  if (isReadingPage(found.page)) return null;
  return showPage(found, table.layouts).catch((error: unknown) => {
    reportError(error);
    return { params: {}, element: <PageFailure /> };
  });
}
