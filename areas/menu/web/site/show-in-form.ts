import { ALLERGEN_GROUPS, groupState } from '#areas/needs/rules/allergen-groups.ts';
import {
  allergenToken,
  FILTER_FIELDS,
  menuFilterParameters,
  type MenuFilter,
} from '#areas/menu/rules/menu-filter.ts';
import { isCovered } from './filter-fields.tsx';

/** Makes the form say what the filter says. `isTyping`: the search field is ahead of the filter and stays. */
export function showInForm(form: HTMLFormElement, filter: MenuFilter, isTyping: boolean): void {
  const query = new URLSearchParams(menuFilterParameters(filter));
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = query.get(field.name) ?? '';
    else if (!(field instanceof HTMLInputElement)) continue;
    else if (field.type === 'search' && !isTyping) field.value = filter.search;
    else if (field.type === 'checkbox') {
      field.checked =
        query.getAll(field.name).includes(field.value) || isCovered(filter, field.value);
      field.indeterminate = !field.checked && isPartly(filter, field);
    }
  }
}

/** Of "All tree nuts", some. */
function isPartly(filter: MenuFilter, { name, value }: HTMLInputElement): boolean {
  if (name !== FILTER_FIELDS.without) return false;
  const group = ALLERGEN_GROUPS.find((known) => allergenToken(known) === value);
  return group !== undefined && groupState(filter.without, group) === 'partly';
}
