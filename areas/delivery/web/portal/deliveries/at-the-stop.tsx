import { getDeliveryPhoto } from '#areas/delivery/calls/drive.ts';
import type { DeliveryReply } from '#areas/orders/calls/deliveries.ts';
import { useFormatInstant } from '#areas/business/web/use-format-instant.ts';

/** Who drives it, what they had to say of the door and to hear on the way, and the photo. */
export function AtTheStop({
  delivery: { driver, events, notices, stop },
}: {
  delivery: DeliveryReply;
}) {
  const formatInstant = useFormatInstant();
  const said = events.filter(({ note, photoKey }) => note !== '' || photoKey !== null);
  return (
    <>
      {driver && <p className="text-sm">Driver: {driver.name}</p>}
      {notices.map(({ id, text, shownAt, shownTo, isRead }) => (
        <p key={id} className="text-sm break-words">
          <span className="font-semibold">{text}.</span>{' '}
          {shownAt === null
            ? 'The driver has not seen it yet.'
            : `${shownTo} saw it ${formatInstant(shownAt)}${isRead ? '' : ', not marked as read'}.`}
        </p>
      ))}
      {said.map(({ at, by, note, photoKey }) => (
        <p key={at} className="text-sm break-words">
          {note !== '' && `${by ?? 'Someone'}: “${note}” `}
          {photoKey !== null && (
            <a
              href={getDeliveryPhoto.path.replace(':key', photoKey)}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold underline"
            >
              <img
                src={getDeliveryPhoto.path.replace(':key', photoKey)}
                alt=""
                loading="lazy"
                className="size-11 rounded-lg object-cover"
              />
              Photo of stop {stop}
            </a>
          )}
        </p>
      ))}
    </>
  );
}
