/** "Waiting for a decision, not cooked: 2 orders, 9 meals." Of orders above 0. */
export function waitingText({ orders, meals }: { orders: number; meals: number }): string {
  const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
  return `Waiting for a decision, not cooked: ${counted(orders, 'order')}, ${counted(meals, 'meal')}.`;
}
