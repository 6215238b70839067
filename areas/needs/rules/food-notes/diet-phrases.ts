/** How customers name a diet. "GF" and "DF" are read as allergens, which is stricter. */
import type { Diet } from '#areas/needs/rules/diets.ts';

export type DietPhrases = readonly [diet: Diet, phrases: string];

export const DIET_PHRASES: readonly DietPhrases[] = [
  [
    'vegetarian',
    'vegetarian, vegetarien, vegitarian, vegeterian, vego, veggo, vegos, veggie, veggies only, veg only, only veg, pure veg, strict veg, veg meals, lacto vegetarian, lacto ovo vegetarian, ovo lacto vegetarian, ovo vegetarian, ovo lacto, meat free, meatless, jain, no meat, dont eat meat, doesnt eat meat, does not eat meat, do not eat meat, never eat meat, vegetariano, vegetariana, soy vegetariano, soy vegetariana, vegetarienne, vegetarisch, vegetarier*, vegetarjan*, vegetarijan*, vegetarisk*, wegetarian*, вегетариан*, χορτοφαγ*, نباتي, نباتية, نباتیه, vejetaryen, bejetaryano, vejitarian, shakahari, शाकाहारी, ਸ਼ਾਕਾਹਾਰੀ, जैन, 素食, 吃素, 素食者, 不吃肉, ベジタリアン, 菜食, 채식, 채식주의, มังสวิรัติ, กินเจ, an chay, nguoi an chay, do chay',
  ],
  [
    'vegan',
    'vegan, vegean, vegon, vegn, veagn, vegen, vgn, plant based, plantbased, plant base, no animal product, no animal products, vegano, vegana, soy vegano, soy vegana, vegane, veganer*, vegetalien*, vegetal*ien, веган*, βιγκαν, نباتي صرف, 纯素, 純素, 全素, ヴィーガン, ビーガン, 비건, วีแกน, thuan chay, वीगन',
  ],
  [
    'pescatarian',
    'pescatarian, pescetarian, pescaterian, pesco, pescy, pesky vegetarian, pesco vegetarian, piscatarian, pesketarian',
  ],
  ['halal', 'halal, hallal, helal, حلال, халяль, 清真, ハラール, ハラル, 할랄, ฮาลาล, हलाल'],
  ['kosher', 'kosher, kosha, kasher, koscher, kashrut, casher, glatt, כשר, кошер*'],
  ['low FODMAP', 'low fodmap, fodmap, fodmaps, fod map, low fod map, lowfodmap, fodmap friendly'],
];

/** A diet only when someone asks to leave the food out: "no bacon". */
export const MEAT_PHRASES: readonly DietPhrases[] = [
  [
    'no pork',
    'pork, bacon, ham, prosciutto, pancetta, chorizo, salami, lard, pig, swine, pork product, cerdo, jamon, porc, jambon, schwein, schweinefleisch, maiale, porco, varkensvlees, babi, baboy, thit heo, thit lon, svinin*, свинин*, свинина, wieprzowin*, svinjetin*, χοιριν*, خنزير, لحم خنزير, خوک, domuz, 猪肉, 豬肉, 豚肉, 돼지고기, หมู, सूअर',
  ],
  [
    'no beef',
    'beef, cow, cow meat, veal, steak, beef mince, carne de res, boeuf, rindfleisch, rind, manzo, rundvlees, daging sapi, sapi, thit bo, govedin*, говядин*, wolowin*, μοσχαρι*, لحم بقر, 牛肉, 소고기, 쇠고기, เนื้อวัว, गोमांस, बीफ',
  ],
];
