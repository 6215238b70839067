/** `code` is that of the refusal, if it has one. */
export function titleOfProblem(code: string | null): string {
  switch (code) {
    case 'past_cutoff':
      return 'Changes have closed';
    case 'sale_closed':
      return 'We’re not taking orders right now';
    case 'slot_full':
      return 'That window is full';
    case 'order_changed':
      return 'Your order has changed since you opened this page';
    case 'quote_changed':
      return 'The price has changed';
    case 'meal_unavailable':
      return 'A meal is no longer available';
    case 'meal_sold_out':
      return 'A meal has just sold out';
    case 'food_questions':
      return 'One question about your note';
    case 'allergen_clash':
    case 'will_not_keep':
      return 'Check your change';
    case 'payment_in_progress':
      return 'A payment is still being processed';
    case 'dispute_open':
      return 'This order can’t be changed right now';
    case 'hold_ended':
      return 'Your time to pay has run out';
    default:
      return 'We couldn’t change your order';
  }
}
