import type { PlainDate } from '#platform/rules/plain-date.ts';
import { giftCardsSource } from '#areas/printouts/web/printouts-queries.ts';
import { DownloadButton } from '#areas/printouts/web/printout-buttons.tsx';

/** The cards of a day's presents; nothing on a day without any. */
export function GiftCardsButton({ date, count }: { date: PlainDate; count: number }) {
  if (count === 0) return null;
  return (
    <DownloadButton
      source={giftCardsSource(date)}
      about="for presents"
      saved="Gift Cards Downloaded"
    >
      {count === 1 ? '1 gift card' : `${count} gift cards`}
    </DownloadButton>
  );
}
