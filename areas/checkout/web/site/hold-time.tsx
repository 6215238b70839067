import { counted } from '#platform/rules/counted.ts';
import { useConfig } from '#areas/business/web/page-data.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from '#platform/web/navigation/link.tsx';
import { PageHeading } from '#platform/web/navigation/page-heading.tsx';
import { paths } from '#platform/web/navigation/paths.ts';
import { type CheckoutReply, extendHold } from '#areas/checkout/calls/payments.ts';
import { describeFailure } from '#platform/web/api/api-error.ts';
import { call } from '#platform/web/api/client.ts';
import { useToast } from '#platform/web/ui/feedback/toast.tsx';

const MINUTE = 60;
/** A countdown of hours would only trouble people. */
const COUNTED_DOWN = 60 * MINUTE;
/** Announced at these seconds, not every second. */
const ANNOUNCED_MINUTES = [5, 2, 1];

/** 872 -> "14:32". */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`;
}

type HoldTimeProps = {
  hold: Hold;
  isOver: boolean;
  /** False: nothing was held for it. */
  wasHeld?: boolean;
  /** As words, while more than an hour is left. */
  until?: string;
};

export function HoldTime({ hold, isOver, wasHeld = true, until }: HoldTimeProps) {
  const { business } = useConfig();
  const isFarOff = until !== undefined && hold.secondsLeft > COUNTED_DOWN;
  if (isOver) {
    return (
      <Notice tone="warning" title="Your time to pay has run out" announce="polite">
        <p>
          {wasHeld && 'We couldn’t hold your delivery windows any longer. '}Your order is saved.
          Start again and we’ll hold them if they are still free.
        </p>
      </Notice>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-mango-soft px-4 py-3">
      <p>
        We’re holding your delivery windows {isFarOff ? 'until' : 'for'}{' '}
        {isFarOff ? (
          <strong>{until}</strong>
        ) : (
          <strong role="timer" className="tabular-nums">
            {formatCountdown(hold.secondsLeft)}
          </strong>
        )}
      </p>
      {hold.canExtend && hold.secondsLeft <= business.holdExtendableMinutes * MINUTE && (
        <Button
          variant="secondary"
          size="small"
          busy={hold.isExtending}
          busyLabel="One moment…"
          onClick={() => void hold.extend()}
        >
          Give me {counted(business.holdExtensionMinutes, 'more minute', 'more minutes')}
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement(hold.secondsLeft)}
      </p>
    </div>
  );
}

function announcement(secondsLeft: number): string {
  const passed = ANNOUNCED_MINUTES.filter((minutes) => secondsLeft <= minutes * MINUTE).at(-1);
  if (passed === undefined) return '';
  return passed === 1
    ? 'Less than 1 minute left to pay'
    : `Less than ${passed} minutes left to pay`;
}

type CheckoutFrameProps = {
  heading: string;
  children?: ReactNode;
  aside?: ReactNode;
  canGoBack?: boolean;
};

export function CheckoutFrame({ heading, children, aside, canGoBack = true }: CheckoutFrameProps) {
  return (
    <div className="mx-auto grid max-w-6xl gap-x-10 gap-y-6 px-4 pt-5 sm:px-6 md:pt-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="lg:col-span-2">
        {canGoBack && (
          <Link to={paths.order({ step: 4 })} className={`${buttonClass('quiet', 'small')} -ml-4`}>
            <span aria-hidden="true">←</span> Back to your order
          </Link>
        )}
        <PageHeading className="text-2xl wrap-anywhere">{heading}</PageHeading>
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
      {aside}
    </div>
  );
}

const TICK_MS = 1000;

type Hold = {
  /** By the kitchen's clock; never negative. */
  secondsLeft: number;
  canExtend: boolean;
  isExtending: boolean;
  extend: () => Promise<void>;
};

/** The time left of a checkout's hold, second by second. */
export function useHold(checkout: CheckoutReply & { clockOffsetMs: number }): Hold {
  const [end, setEnd] = useState({ at: checkout.holdExpiresAt, canExtend: checkout.canExtendHold });
  const [isExtending, setIsExtending] = useState(false);
  const secondsLeft = useSecondsUntil(end.at, checkout.clockOffsetMs);
  const { showToast } = useToast();

  async function extend() {
    setIsExtending(true);
    try {
      const { checkoutId, clientSecret } = checkout;
      const longer = await call(extendHold, { body: { checkoutId, clientSecret } });
      setEnd({ at: longer.holdExpiresAt, canExtend: longer.canExtendHold });
    } catch (error) {
      showToast({ title: 'Time Not Extended', description: describeFailure(error), tone: 'error' });
    } finally {
      setIsExtending(false);
    }
  }

  return { secondsLeft, canExtend: end.canExtend, isExtending, extend };
}

/** Second by second; `clockOffsetMs`: how far the kitchen's clock is ahead of this device's. */
export function useSecondsUntil(instant: string, clockOffsetMs: number): number {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(instant, clockOffsetMs));
  useEffect(() => {
    const tick = () => setSecondsLeft(secondsUntil(instant, clockOffsetMs));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [instant, clockOffsetMs]);
  return secondsLeft;
}

function secondsUntil(instant: string, clockOffsetMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - clockOffsetMs - Date.now()) / 1000));
}
