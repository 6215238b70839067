type AllergyBandProps = {
  /** "ALLERGY  MIA: ALL TREE NUTS, PEANUT"; null without any. */
  band: string | null;
  /** "Mia: vegetarian; note: hates mushrooms"; empty without either. */
  rest: string;
};

/** What a person may not eat: the word ALLERGY in white on black, as on the label, then how they eat and their note. */
export function AllergyBand({ band, rest }: AllergyBandProps) {
  return (
    <div className="grid gap-1">
      {band !== null && (
        <p className="rounded-md bg-ink px-2.5 py-1 font-bold break-words text-surface print:border-2">
          {band}
        </p>
      )}
      {rest !== '' && <p className="font-semibold break-words">{rest}</p>}
    </div>
  );
}
