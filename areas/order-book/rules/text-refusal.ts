/** Why a phone number gets no texts: its owner replied STOP, or no text can reach it. */
export const TEXT_REFUSAL_REASONS = ['stopped', 'no_mobile'] as const;

export type TextRefusalReason = (typeof TEXT_REFUSAL_REASONS)[number];
