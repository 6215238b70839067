/** Who handles food and has no training on record. Standard 3.2.2A. Ours. */

/** How someone learned it: in a course, or at work, where someone saw what they can do. */
export const TRAINING_BASES = ['course', 'skills'] as const;
