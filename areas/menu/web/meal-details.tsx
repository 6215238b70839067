import type { ReactNode } from 'react';

/** Everything there is to know of a meal, in the words that its page and its sheet share. */
export type MealInWords = {
  /** "$14.99". */
  price: string;
  /** "560 Cal", "2,343 kJ", "39 g protein": what people decide by. */
  numbers: readonly string[];
  description: string;
  /** "Contains: …", "No declared allergens" or "Allergens: ask us". */
  allergens: string;
  /** Allergens in bold; empty if nobody has entered them. */
  ingredients: readonly { text: string; bold: boolean }[];
  crossContact: string;
  /** Whether its picture was made from its recipe, without a camera. */
  isServingSuggestion: boolean;
  /** "Vegetarian; no milk in the recipe"; empty if none is known. */
  diets: string;
  /** Empty if nobody has entered it. */
  heating: string;
  keeping: string;
  /** Empty if nobody has entered it. */
  storage: string;
  nutrition: {
    /** "415 g". */
    servingSize: string;
    rows: readonly { name: string; perServe: string; per100g: string }[];
  };
};

type MealDetailsProps = {
  words: MealInWords;
  /** The level of the headings of its parts. */
  level: 2 | 3;
};

export function MealDetails({ words, level }: MealDetailsProps) {
  const { allergens, ingredients, crossContact, diets, heating, keeping, storage } = words;
  return (
    <div className="grid gap-6">
      <DetailsPart level={level} title="Ingredients and allergens">
        <p className="font-bold">{allergens}</p>
        {ingredients.length === 0 ? (
          <p>Ingredients: ask us</p>
        ) : (
          <p className="text-sm">
            {ingredients.map(({ text, bold }, index) =>
              // The spans are one text: their position identifies them.
              bold ? <strong key={index}>{text}</strong> : text,
            )}
          </p>
        )}
        {words.isServingSuggestion && (
          <p className="text-sm text-ink-soft">Picture: serving suggestion</p>
        )}
        {diets !== '' && <p>{diets}</p>}
        <p className="text-sm text-ink-soft">{crossContact}</p>
      </DetailsPart>
      <DetailsPart level={level} title="Nutrition">
        <NutritionTable nutrition={words.nutrition} />
      </DetailsPart>
      <DetailsPart level={level} title="Heating">
        {heating === '' ? <p>Follow the label.</p> : <Steps text={heating} />}
      </DetailsPart>
      <DetailsPart level={level} title="Keeping">
        <p>{keeping}</p>
        {storage !== '' && <p className="text-sm text-ink-soft">{storage}</p>}
      </DetailsPart>
    </div>
  );
}

function DetailsPart({
  level,
  title,
  children,
}: Pick<MealDetailsProps, 'level'> & { title: string; children: ReactNode }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="grid gap-2 print:break-inside-avoid">
      <Heading className="text-lg">{title}</Heading>
      {children}
    </section>
  );
}

/** Each way of heating on a line of its own: "Microwave: …", "Oven: …". */
function Steps({ text }: { text: string }) {
  const steps = text.split(/(?<=\.) (?=[A-Z][^.:]{0,30}:|Reheat )/);
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  );
}

function NutritionTable({ nutrition: { servingSize, rows } }: Pick<MealInWords, 'nutrition'>) {
  return (
    <table className="w-full max-w-md border-collapse text-sm tabular-nums">
      <caption className="pb-1 text-left text-ink-soft">
        Average quantities; 1 serving is {servingSize}
      </caption>
      <thead>
        <tr className="border-b border-line text-left">
          <th scope="col" className="py-1 font-semibold">
            <span className="sr-only">Nutrient</span>
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-semibold">
            per serving
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-semibold">
            per 100 g
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, perServe, per100g }) => (
          <tr key={name} className="border-b border-line">
            <th scope="row" className="py-1 text-left font-normal">
              {name === '' ? <span className="sr-only">Energy in Cal</span> : name}
            </th>
            <td className="py-1 pl-3 text-right whitespace-nowrap">{perServe}</td>
            <td className="py-1 pl-3 text-right whitespace-nowrap">{per100g}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Price and numbers, always in this order. */
export function MealNumbers({ words: { price, numbers } }: Pick<MealDetailsProps, 'words'>) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 tabular-nums *:whitespace-nowrap">
      <span className="text-2xl font-semibold">{price}</span>
      {numbers.map((number) => (
        <span key={number} className="font-semibold">
          {number}
        </span>
      ))}
    </p>
  );
}
