/**
 * Stripe's test cards, by number and by the name of their payment method. https://docs.stripe.com/testing
 * No number leaves this file: callers get the brand, last four digits and behaviour.
 */
import type { Stripe } from 'stripe';

export type CardBrand = 'amex' | 'diners' | 'discover' | 'jcb' | 'mastercard' | 'unionpay' | 'visa';

export type TestCard = {
  brand: CardBrand;
  last4: string;
  country: string;
  funding: 'credit' | 'debit' | 'prepaid';
  behaviour: BehaviourName;
};

/** US credit cards by Visa that pay, unless stated otherwise. One without a name can only be typed in. */
type CardRow = Partial<Omit<TestCard, 'last4'>> & { number: string; name?: string };

const BY_BRAND: readonly CardRow[] = [
  { number: '4242424242424242', name: 'pm_card_visa' },
  { number: '4242424242424242', name: 'pm_card_us' },
  { number: '4000056655665556', name: 'pm_card_visa_debit', funding: 'debit' },
  { number: '5555555555554444', name: 'pm_card_mastercard', brand: 'mastercard' },
  { number: '2223003122003222', brand: 'mastercard' },
  {
    number: '5200828282828210',
    name: 'pm_card_mastercard_debit',
    brand: 'mastercard',
    funding: 'debit',
  },
  {
    number: '5105105105105100',
    name: 'pm_card_mastercard_prepaid',
    brand: 'mastercard',
    funding: 'prepaid',
  },
  { number: '378282246310005', name: 'pm_card_amex', brand: 'amex' },
  { number: '371449635398431', brand: 'amex' },
  { number: '6011111111111117', name: 'pm_card_discover', brand: 'discover' },
  { number: '6011000990139424', brand: 'discover' },
  { number: '6011981111111113', brand: 'discover', funding: 'debit' },
  { number: '3056930009020004', name: 'pm_card_diners', brand: 'diners' },
  { number: '36227206271667', brand: 'diners' },
  { number: '3566002020360505', name: 'pm_card_jcb', brand: 'jcb', country: 'JP' },
  { number: '3530111333300000', brand: 'jcb', country: 'JP' },
  { number: '6200000000000005', name: 'pm_card_unionpay', brand: 'unionpay', country: 'CN' },
  { number: '6200000000000047', brand: 'unionpay', country: 'CN', funding: 'debit' },
  { number: '6205500000000000004', brand: 'unionpay', country: 'CN' },
];

/** Credit cards by Visa, named after their country: `pm_card_au`. */
const BY_COUNTRY = {
  AE: '4000007840000001',
  AR: '4000000320000021',
  AT: '4000000400000008',
  AU: '4000000360000006',
  BE: '4000000560000004',
  BG: '4000001000000000',
  BR: '4000000760000002',
  BY: '4000001120000005',
  CA: '4000001240000000',
  CH: '4000007560000009',
  CL: '4000001520000001',
  CN: '4000001560000002',
  CO: '4000001700000003',
  CR: '4000001880000005',
  CY: '4000001960000008',
  CZ: '4000002030000002',
  DE: '4000002760000016',
  DK: '4000002080000001',
  EC: '4000002180000000',
  EE: '4000002330000009',
  ES: '4000007240000007',
  FI: '4000002460000001',
  FR: '4000002500000003',
  GB: '4000008260000000',
  GI: '4000002920000005',
  GR: '4000003000000030',
  HK: '4000003440000004',
  HR: '4000001910000009',
  HU: '4000003480000005',
  IE: '4000003720000005',
  IN: '4000003560000008',
  IT: '4000003800000008',
  JP: '4000003920000003',
  LI: '4000004380000004',
  LT: '4000004400000000',
  LU: '4000004420000006',
  LV: '4000004280000005',
  MT: '4000004700000007',
  MX: '4000004840008001',
  MY: '4000004580000002',
  NL: '4000005280000002',
  NO: '4000005780000007',
  NZ: '4000005540000008',
  PA: '4000005910000000',
  PE: '4000006040000068',
  PL: '4000006160000005',
  PT: '4000006200000007',
  PY: '4000006000000066',
  RO: '4000006420000001',
  SE: '4000007520000008',
  SG: '4000007020000003',
  SI: '4000007050000006',
  SK: '4000007030000001',
  TW: '4000001580000008',
  UY: '4000008580000003',
};

const OTHERS_ABROAD: readonly CardRow[] = [
  { number: '5200007840000022', name: 'pm_card_ae_mastercard', brand: 'mastercard', country: 'AE' },
  { number: '4000058260000005', name: 'pm_card_gb_debit', country: 'GB', funding: 'debit' },
  { number: '5555558265554449', name: 'pm_card_gb_mastercard', brand: 'mastercard', country: 'GB' },
  { number: '4000006820000007', country: 'SA' },
  { number: '4000007640000003', name: 'pm_card_th_credit', country: 'TH' },
  { number: '4000057640000008', name: 'pm_card_th_debit', country: 'TH', funding: 'debit' },
];

const DECLINED = behavingCards({
  pm_card_visa_chargeDeclined: ['4000000000000002', 'is_declined'],
  pm_card_visa_chargeDeclinedInsufficientFunds: ['4000000000009995', 'lacks_funds'],
  pm_card_visa_chargeDeclinedLostCard: ['4000000000009987', 'is_lost'],
  pm_card_visa_chargeDeclinedStolenCard: ['4000000000009979', 'is_stolen'],
  pm_card_chargeDeclinedExpiredCard: ['4000000000000069', 'is_expired'],
  pm_card_chargeDeclinedIncorrectCvc: ['4000000000000127', 'has_other_cvc'],
  pm_card_chargeDeclinedProcessingError: ['4000000000000119', 'cannot_be_processed'],
  pm_card_visa_chargeDeclinedVelocityLimitExceeded: ['4000000000006975', 'is_used_too_often'],
  pm_card_chargeCustomerFail: ['4000000000000341', 'is_declined'],
});

/** With Stripe's default rules: the highest risk is blocked, a failed check alone is not. */
const RISKY = behavingCards({
  pm_card_radarBlock: ['4100000000000019', 'is_blocked'],
  pm_card_riskLevelHighest: ['4000000000004954', 'is_blocked'],
  pm_card_riskLevelElevated: ['4000000000009235', 'pays_at_risk'],
  pm_card_cvcCheckFail: ['4000000000000101', 'pays_without_cvc_check'],
  pm_card_cvcCheckFailElevatedRisk: ['4000058400307872', 'pays_at_risk_without_cvc_check'],
  pm_card_avsFail: ['4000000000000010', 'pays'],
  pm_card_avsLine1Fail: ['4000000000000028', 'pays'],
  pm_card_avsUnchecked: ['4000000000000044', 'pays'],
  pm_card_avsZipFail: ['4000000000000036', 'pays'],
  pm_card_avsZipFailElevatedRisk: ['4000058400306072', 'pays_at_risk'],
});

const DISPUTED_OR_REFUNDED = behavingCards({
  pm_card_createDispute: ['4000000000000259', 'is_disputed'],
  pm_card_createDisputeProductNotReceived: ['4000000000002685', 'is_not_received'],
  pm_card_createDisputeInquiry: ['4000000000001976', 'is_inquired'],
  pm_card_createMultipleDisputes: ['4000000404000079', 'is_disputed_twice'],
  pm_card_pendingRefund: ['4000000000007726', 'refunds_later'],
  pm_card_refundFail: ['4000000000005126', 'refund_fails'],
  pm_card_bypassPending: ['4000000000000077', 'pays'],
  pm_card_bypassPendingInternational: ['4000003720000278', 'pays'],
});

/**
 * The sandbox's own, without a name at Stripe: a bank that approves, and lets the approval lapse before it is captured; and one
 * whose money is captured without an answer.
 */
const CAPTURED_BADLY: readonly CardRow[] = [
  { number: '4000000000009300', behaviour: 'cannot_be_captured' },
  { number: '4000000000009318', behaviour: 'loses_answer_to_capture' },
];

/** Supported but not required means that nobody is asked, as nothing here requests it. */
const THREE_D_SECURE = behavingCards({
  pm_card_authenticationRequiredOnSetup: ['4000002500003155', 'asks_bank'],
  pm_card_authenticationRequired: ['4000002760003184', 'asks_bank'],
  pm_card_authenticationRequiredSetupForOffSession: ['4000003800000446', 'asks_bank'],
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: [
    '4000008260003178',
    'asks_bank_and_lacks_funds',
  ],
  pm_card_threeDSecure2Required: ['4000000000003220', 'asks_bank'],
  pm_card_threeDSecureRequiredChargeDeclined: ['4000008400001629', 'asks_bank_and_is_declined'],
  pm_card_threeDSecureRequiredProcessingError: ['4000008400001280', 'is_declined'],
  pm_card_threeDSecureOptional: ['4000000000003055', 'pays'],
  pm_card_threeDSecureOptionalProcessingError: ['4000000000003097', 'pays'],
});

const CARDS: readonly CardRow[] = [
  ...BY_BRAND,
  ...Object.entries(BY_COUNTRY).map(([country, number]) => ({
    number,
    country,
    name: `pm_card_${country.toLowerCase()}`,
  })),
  ...OTHERS_ABROAD,
  ...DECLINED,
  ...RISKY,
  ...DISPUTED_OR_REFUNDED,
  ...CAPTURED_BADLY,
  ...THREE_D_SECURE,
  { number: '378282246310005', name: 'pm_card_amex_threeDSecureNotSupported', brand: 'amex' },
];

/** Digits only. */
export function findCardByNumber(number: string): TestCard | null {
  return toTestCard(CARDS.find((card) => card.number === number));
}

/** `pm_card_visa`. */
export function findCardByName(name: string): TestCard | null {
  return toTestCard(CARDS.find((card) => card.name === name));
}

function toTestCard(row: CardRow | undefined): TestCard | null {
  if (!row) return null;
  const { number, brand = 'visa', country = 'US', funding = 'credit', behaviour = 'pays' } = row;
  return { brand, last4: number.slice(-4), country, funding, behaviour };
}

function behavingCards(
  cards: Record<string, readonly [number: string, behaviour: BehaviourName]>,
): CardRow[] {
  return Object.entries(cards).map(([name, [number, behaviour]]) => ({ number, name, behaviour }));
}

// What a test card does once its payment is confirmed. https://docs.stripe.com/testing

export type Decline = {
  code: string;
  /** null where Stripe gives none, because the code says it all. */
  declineCode: string | null;
  message: string;
  param?: string;
  /** By Stripe itself; the bank was never asked. */
  isBlocked?: true;
};

export type DisputeTerms = Pick<Stripe.Dispute, 'reason' | 'status'>;

export type CardBehaviour = {
  /** The bank asks its customer first; what follows happens after the approval. */
  asksBank?: true;
  decline?: Decline;
  /** Approved, and refused when the money is to be taken. */
  refusesCapture?: true;
  /** The money is taken, and the answer to it never arrives. */
  losesCapture?: true;
  /** Opened as soon as the money is captured. */
  disputes?: readonly DisputeTerms[];
  /** Refunds change a few seconds later: from pending to succeeded, or from succeeded to failed. */
  refunds?: 'succeed_later' | 'fail_later';
  /** `pass` and `normal` unless stated. */
  cvcCheck?: 'pass' | 'fail';
  riskLevel?: 'normal' | 'elevated';
};

const generic: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const insufficientFunds: Decline = {
  ...generic,
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const fraudulent: DisputeTerms = { reason: 'fraudulent', status: 'needs_response' };

export const CARD_BEHAVIOURS = {
  pays: {},
  is_declined: { decline: generic },
  lacks_funds: { decline: insufficientFunds },
  is_lost: { decline: { ...generic, declineCode: 'lost_card' } },
  is_stolen: { decline: { ...generic, declineCode: 'stolen_card' } },
  is_expired: {
    decline: {
      code: 'expired_card',
      declineCode: null,
      message: 'Your card has expired.',
      param: 'exp_month',
    },
  },
  has_other_cvc: {
    decline: {
      code: 'incorrect_cvc',
      declineCode: null,
      message: "Your card's security code is incorrect.",
      param: 'cvc',
    },
    cvcCheck: 'fail',
  },
  cannot_be_processed: {
    decline: {
      code: 'processing_error',
      declineCode: null,
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  is_used_too_often: {
    decline: {
      ...generic,
      declineCode: 'card_velocity_exceeded',
      message:
        'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    },
  },
  is_blocked: { decline: { ...generic, declineCode: 'fraudulent', isBlocked: true } },
  pays_at_risk: { riskLevel: 'elevated' },
  pays_without_cvc_check: { cvcCheck: 'fail' },
  pays_at_risk_without_cvc_check: { cvcCheck: 'fail', riskLevel: 'elevated' },
  is_disputed: { disputes: [fraudulent] },
  is_not_received: { disputes: [{ reason: 'product_not_received', status: 'needs_response' }] },
  is_inquired: { disputes: [{ reason: 'fraudulent', status: 'warning_needs_response' }] },
  is_disputed_twice: { disputes: [fraudulent, fraudulent] },
  refunds_later: { refunds: 'succeed_later' },
  refund_fails: { refunds: 'fail_later' },
  cannot_be_captured: { refusesCapture: true },
  loses_answer_to_capture: { losesCapture: true },
  asks_bank: { asksBank: true },
  asks_bank_and_lacks_funds: { asksBank: true, decline: insufficientFunds },
  asks_bank_and_is_declined: { asksBank: true, decline: generic },
} satisfies Record<string, CardBehaviour>;

type BehaviourName = keyof typeof CARD_BEHAVIOURS;

/** Names are kept in the store, so one of an older version may be unknown: null. */
export function findBehaviour(name: string): CardBehaviour | null {
  const behaviours: Partial<Record<string, CardBehaviour>> = CARD_BEHAVIOURS;
  return behaviours[name] ?? null;
}
