export function MealsTab() {
  return null;
}
