/**
 * The building blocks of every email: React Email components in the kitchen's colours. Written without JSX, which Node
 * does not strip.
 */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  createElement as h,
  useContext,
} from 'react';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { BusinessFacts } from '#areas/business/rules/facts.ts';
import { logoUrl } from '#areas/business/rules/logo.ts';
import { NEEDS_CHECKED, NEEDS_TITLE, saidOfNeeds } from '#areas/needs/rules/food-needs-text.ts';
import type { FoodNeeds } from '#areas/needs/rules/food-needs.ts';
import { taxLine } from '#areas/business/rules/tax-line.ts';
import type { OrderPrice } from '#areas/order-book/rules/order-pricing.ts';
import { deliveryLines } from '#areas/order-book/rules/fee-words.ts';
import { formatAmount, formatDollars, amountInDollars } from '#platform/rules/money.ts';

const INK = '#17342b';
const SOFT = '#4c5f54';
const PRIMARY = '#1d5b46';
const LINE = '#e2d6bf';
const SANS = "'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif";
const SERIF = "Fraunces, Georgia, 'Times New Roman', serif";

const TEXT = { margin: '0 0 12px', color: INK, fontSize: '17px', lineHeight: '1.55' };
/** Where pictures of an email are fetched from, without a trailing slash; empty: an email without pictures. */
export const SiteAddress = createContext('');

/** The kitchen's colour, for the links and buttons of an email. */
const Accent = createContext(PRIMARY);

const SMALL = { ...TEXT, margin: '0 0 6px', color: SOFT, fontSize: '15px' };

type Sender = Pick<
  BusinessFacts,
  'name' | 'phone' | 'email' | 'location' | 'logo' | 'accentColour'
>;

type EmailFrame = {
  subject: string;
  preview?: string;
  heading?: string;
  why: readonly ReactNode[];
};

/**
 * A whole email. `why` tells readers why they get it; the sender is named with ways to contact them (Spam Act). What
 * inboxes show beside the subject, and the heading, are the subject unless they are given.
 */
export function emailPage(
  sender: Sender,
  { subject, preview = subject, heading = subject, why }: EmailFrame,
  ...parts: ReactNode[]
): { subject: string; page: ReactElement } {
  const accent = sender.accentColour ?? PRIMARY;
  const page = h(
    Html,
    { lang: 'en-AU' },
    h(
      Head,
      null,
      h('meta', { name: 'color-scheme', content: 'light' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
    ),
    h(Preview, null, preview),
    h(
      Body,
      {
        style: {
          margin: 0,
          padding: '24px 12px',
          backgroundColor: '#fbf5e9',
          fontFamily: SANS,
          // Only a word that is longer than a phone is wide breaks, whatever the email program prefers.
          wordBreak: 'normal',
          overflowWrap: 'break-word',
        },
      },
      h(
        Container,
        {
          style: {
            maxWidth: '600px',
            padding: '28px 24px',
            backgroundColor: '#fffdf8',
            border: `1px solid ${LINE}`,
            borderRadius: '20px',
          },
        },
        h(Letterhead, { sender, accent }),
        title(heading),
        ...parts,
        rule(),
        small(...why),
        small(
          `${sender.name}, ${sender.location}. `,
          link(`tel:${sender.phone.replaceAll(/\D/g, '').replace(/^0/, '+61')}`, sender.phone),
          ', ',
          link(`mailto:${sender.email}`, sender.email),
        ),
      ),
    ),
  );
  return { subject, page: h(Accent.Provider, { value: accent }, page) };
}

export function whyOrder(orderNumber: string, { name }: Sender): string {
  return `You get this email because of order ${orderNumber} at ${name}. Anyone with its link can see and change the order: please keep it to yourself.`;
}

export function whyStaff({ name }: Sender, as: 'staff' | 'an owner' = 'staff'): string {
  return `You’re receiving this email because you are ${as} of ${name}.`;
}

/** The name in letters where there is no logo, and where the reader's program shows no pictures. */
function Letterhead({ sender, accent }: { sender: Sender; accent: string }): ReactElement {
  const site = useContext(SiteAddress);
  const style = { ...SMALL, color: accent, fontFamily: SERIF, fontSize: '18px' };
  const { name, logo } = sender;
  if (logo === null || site === '') return h(Text, { style }, name);
  const height = Math.min(48, logo.height);
  const width = Math.round((logo.width * height) / logo.height);
  return h('img', {
    src: site + logoUrl(logo),
    alt: name,
    width,
    height,
    style: { ...style, display: 'block', margin: '0 0 12px', border: 0 },
  });
}

function title(text: string): ReactElement {
  const style = {
    margin: '4px 0 14px',
    color: INK,
    fontFamily: SERIF,
    fontSize: '28px',
    lineHeight: '1.2',
  };
  return h(Heading, { as: 'h1', style }, text);
}

export function subtitle(text: string): ReactElement {
  const style = {
    margin: '22px 0 8px',
    color: INK,
    fontFamily: SERIF,
    fontSize: '20px',
    lineHeight: '1.3',
  };
  return h(Heading, { as: 'h2', style }, text);
}

export function paragraph(...words: ReactNode[]): ReactElement {
  return h(Text, { style: TEXT }, ...words);
}

export function small(...words: ReactNode[]): ReactElement {
  return h(Text, { style: SMALL }, ...words);
}

export function bold(words: ReactNode): ReactElement {
  return h('strong', null, words);
}

/** An order number that does not wrap at its hyphens. */
export function numberOf(order: { number: string }): ReactElement {
  return h('strong', { style: { whiteSpace: 'nowrap' } }, order.number);
}

export function link(href: string, words: string): ReactElement {
  return h(AccentLink, { href }, words);
}

function AccentLink({ href, children }: { href: string; children?: ReactNode }): ReactElement {
  const color = useContext(Accent);
  return h(Link, { href, style: { color, textDecoration: 'underline' } }, children);
}

/** The main action, with its address in plain sight for email programs that show no buttons. */
export function action(href: string, label: string): ReactElement {
  return h(Section, { style: { margin: '18px 0' } }, h(AccentButton, { href }, label));
}

function AccentButton({ href, children }: { href: string; children?: ReactNode }): ReactElement {
  const style = {
    padding: '13px 24px',
    borderRadius: '999px',
    backgroundColor: useContext(Accent),
    color: '#fffdf8',
    fontSize: '17px',
    fontWeight: 600,
  };
  return h(Button, { href, style }, children);
}

export function rule(): ReactElement {
  return h(Hr, { style: { margin: '24px 0 16px', borderColor: LINE } });
}

/** A list entry, marked by a line at its side. */
export function entry(...words: ReactNode[]): ReactElement {
  const style = { margin: '0 0 10px', paddingLeft: '12px', borderLeft: `4px solid ${LINE}` };
  return h(Section, null, h('div', { style }, ...words));
}

export function amounts(
  lines: readonly { label: string; amount: string; isTotal?: boolean }[],
): ReactElement {
  const rows = lines.map(({ label, amount, isTotal = false }) => {
    const style = {
      ...TEXT,
      padding: '0 0 4px',
      verticalAlign: 'top',
      fontWeight: isTotal ? 700 : 400,
    };
    return h(
      'tr',
      { key: label },
      h('td', { style }, label),
      h('td', { style: { ...style, paddingLeft: '16px', textAlign: 'right' as const } }, amount),
    );
  });
  const style = { width: '100%', borderCollapse: 'collapse' as const };
  return h('table', { className: 'amounts', style }, h('tbody', null, ...rows));
}

/** What everyone of an order can't have, and what was written: so that its customer sees that we know, and corrects it. */
export function needsPart(
  people: readonly ({ name: string } & FoodNeeds)[],
  instructions: string,
  { phone }: Pick<BusinessFacts, 'phone'>,
): ReactNode[] {
  return [
    subtitle(NEEDS_TITLE),
    ...people.map((person) => entry(paragraph(bold(person.name), saidOfNeeds(person)))),
    instructions !== '' && entry(paragraph(`You wrote: “${instructions}”`)),
    small(`${NEEDS_CHECKED} ${phone}`),
  ];
}

export function pricePart(
  price: Pick<OrderPrice, 'subtotalCents' | 'taxCents' | 'totalCents' | 'fees' | 'offers'> & {
    gst?: string | null;
  },
  business: Pick<BusinessFacts, 'gstRegistered'>,
): ReactNode {
  const { label, amount } = taxLine(business, {
    tax: formatAmount(price.taxCents),
    total: formatAmount(price.totalCents),
    gst: price.gst,
  });
  return amounts([
    { label: 'Meals', amount: formatDollars(price.subtotalCents) },
    ...deliveryLines(price).map((line) => ({
      label: line.label,
      amount: formatDollars(line.amountCents),
    })),
    { label, amount: amountInDollars(amount) },
    { label: 'Total', amount: formatDollars(price.totalCents), isTotal: true },
  ]);
}
