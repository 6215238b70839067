/** Names of the default kitchen that are untrue of one with other facts: for warnings, and only where facts differ. */
import { type BusinessFacts, defaultBusiness } from '#areas/business/rules/facts.ts';

export function untrueDefaultWords(business: BusinessFacts): string[] {
  const mine = JSON.stringify(business).toLowerCase();
  const ofDefault = [
    defaultBusiness.name,
    ...defaultBusiness.location.split(', '),
    defaultBusiness.region.shortName,
    ...defaultBusiness.suburbs.map(({ name }) => name),
    defaultBusiness.phone,
    defaultBusiness.email,
  ];
  return [...new Set(ofDefault)].filter((word) => !mine.includes(word.toLowerCase()));
}
