// Apart from the other phrases: the order page needs these before anything can be tapped, and of the others none.
import { type Allergen, TREE_NUTS } from '#areas/needs/rules/allergens.ts';

/** English words for the declared allergens, as customers write them. A hyphen or a missing space changes nothing. */
export type AllergenPhrases = readonly [allergens: readonly Allergen[], phrases: string];

export const ALL_NUTS = [...TREE_NUTS, 'peanut'] as const;
export const GLUTEN = ['wheat', 'gluten'] as const;

export const ALLERGEN_PHRASES: readonly AllergenPhrases[] = [
  [ALL_NUTS, 'nut, nutt, nutz, nf, nutty, mixed nut, trail mix, nut butter, nut product'],
  [TREE_NUTS, 'tree nut, treenut, tree nutt, tree nutz'],
  [
    ['almond'],
    'almond, amond, almon, almond meal, almond milk, almond butter, marzipan, frangipane',
  ],
  [['Brazil nut'], 'brazil nut, brazil, brasil nut'],
  [['cashew'], 'cashew, cashu, cashew nut, cashewnut, cashew butter, cashew milk, caju'],
  [
    ['hazelnut'],
    'hazelnut, hazel nut, hazelnut spread, nutella, filbert, cobnut, praline, gianduja',
  ],
  [
    ['macadamia'],
    'macadamia, maccadamia, macadamia nut, macca nut, maca nut, queensland nut, macas',
  ],
  [['pecan'], 'pecan, pecan nut, pecon, pican, pekan'],
  [['pine nut'], 'pine nut, pinenut, pignoli, pinoli, pine kernel, pesto'],
  [['pistachio'], 'pistachio, pistacio, pistachio nut, pistach'],
  [['walnut'], 'walnut, wal nut, wallnut'],
  [
    ['peanut'],
    'peanut, pea nut, pnut, p nut, peanut butter, peanut oil, peanut sauce, pb, pbj, satay, satay sauce, groundnut, ground nut, groundnut oil, monkey nut, goober, arachis, arachis oil, beer nut',
  ],
  [
    GLUTEN,
    'gf, gluten, glutan, gluton, gulten, glutin, coeliac, celiac, coeliac disease, celiac disease, coliac, ceoliac, coelic, celic, coealiac, seliac, silliac, coeliacs, ceoliacs, gluten intolerance',
  ],
  [
    ['wheat'],
    'wheat, weat, wheet, whaet, spelt, semolina, couscous, cous cous, freekeh, bulgur, burghul, durum, kamut, einkorn, emmer, farro, seitan, udon, wheat flour, wheat bread, triticale',
  ],
  [
    ['gluten'],
    'rye, barley, oat, oate, oatmeal, malt vinegar, malt extract, oat milk, rolled oat, porridge',
  ],
  [
    ['milk'],
    'df, milk, mlik, dairey, daiy, dary, dariy free, cheeze, milks, dairy, dariy, dairys, diary free, diary product, diary allergy, diary intolerant, diary intolerance, lactose, lactos, lactase, lf milk, casein, caseine, caesin, caseinate, whey, whey protein, wey protein, ghee, cream, creme, creamy, thickened cream, sour cream, ice cream, icecream, cheese, chees, cheesy, cheez, cheddar, parmesan, mozzarella, ricotta, feta, fetta, haloumi, halloumi, brie, camembert, mascarpone, paneer, kefir, butter, buttermilk, yoghurt, yogurt, yogurt, yoghourt, yog, custard, cmpa, cmpi, cmp, cows milk, cow milk, cows milk protein, cow s milk protein, milk protein, latte, milkshake, condensed milk, evaporated milk, milk powder, skim milk, a2 milk, curd, labneh, lassi, raita, sheep milk, goat milk, goat cheese, cottage cheese, cream cheese, milk chocolate, bechamel, galactosemia, dulce de leche',
  ],
  [
    ['egg'],
    'ef, egg, eggz, egz, eggy, eggless, egg white, egg yolk, yolk, albumen, albumin, ovalbumin, mayo, mayonnaise, mayonaise, aioli, omelette, omelet, quiche, frittata, meringue, pavlova, hollandaise, scrambled egg, boiled egg, egg noodle, egg wash',
  ],
  [
    ['fish'],
    'fish, fishes, barra, barramundi, snapper, salmon, tuna, tunafish, tuna fish, anchovy, anchovies, anchovie, sardine, mackerel, trout, hake, flathead, haddock, basa, swordfish, catfish, monkfish, tilapia, kingfish, mahi mahi, fish sauce, fish oil, fish stock, finfish, fin fish, white fish, caviar, roe, bonito, dashi, worcestershire sauce, surimi',
  ],
  [
    ['crustacean'],
    'crustacean, crustation, crustacian, prawn, prawn cracker, prwan, pawns, shrimp, shrimps, shrimp paste, belacan, crab, crabmeat, crab meat, cray, crayfish, crawfish, lobster, scampi, langoustine, yabby, yabbie, marron, krill, moreton bay bug, balmain bug, bay bug, bug meat',
  ],
  [
    ['mollusc'],
    'mollusc, mollusk, mollusks, oyster, oyster sauce, mussel, mussle, mussell, mussles, muscles allergy, squid, calamari, calamarie, octopus, octapus, scallop, abalone, clam, pipi, pipis, cockle, cuttlefish, snail, escargot, whelk, periwinkle',
  ],
  [['crustacean', 'mollusc'], 'shellfish, shell fish, shelfish, shelf fish, shelfish'],
  [['fish', 'crustacean', 'mollusc'], 'seafood, sea food, seefood, marinara, paella'],
  [
    ['soy'],
    'soy, soya, soi, soybean, soy bean, soyabean, soya bean, soy sauce, soya sauce, soy milk, soya milk, soy lecithin, soy protein, tofu, tofo, toffu, tempeh, edamame, miso, tamari, natto, bean curd, beancurd, tvp',
  ],
  [
    ['sesame'],
    'sesame, sesami, seseme, sesame seed, sesame oil, tahini, tahina, tahine, hummus, humus, houmous, hommus, hommous, halva, halwa, gomasio, benne seed, dukkah',
  ],
  [['lupin'], 'lupin, lupine, lupin flour, lupini'],
  [
    ['sulphites'],
    'sulphite, sulfite, sulphate, sulphur dioxide, sulfur dioxide, sulphides, bisulphite, bisulfite, metabisulphite, metabisulfite, meta bisulphite, sodium metabisulphite, sodium metabisulfite, potassium metabisulphite, preservative, preservitive, preservatives 220, 220s, e220, e223, e224, dried fruit preservative, wine, cooking wine, red wine, white wine, vino',
  ],
];

/** These mean an allergen only where someone asks to leave something out: "malt", "cod", "sole". */
export const DOUBTFUL_ALLERGEN_PHRASES: readonly AllergenPhrases[] = [
  [['gluten'], 'malt'],
  [['fish'], 'cod, sole, perch, bass, whiting, bream, ling, mullet, herring, pollock, eel'],
  [['wheat'], 'flour, bread, pasta, noodle, crouton, breadcrumb, crumb, panko'],
  [['crustacean'], 'bug'],
  [['milk'], 'diary, lf'],
  [['soy'], 'sf'],
  [['peanut'], '🥜'],
  [['milk'], '🥛, 🧀'],
  [['egg'], '🥚, 🍳'],
  [['fish'], '🐟'],
  [['crustacean'], '🦐, 🦞, 🦀, 🍤'],
  [['mollusc'], '🦪, 🦑, 🐙'],
  [['wheat'], '🌾'],
  [['sulphites'], '220, 221, 222, 223, 224, 225, 226, 227, 228'],
];
