import type { Diet } from '#areas/needs/rules/food-needs.ts';

/** Words around the food: what makes it a request, a denial, a danger, or a name and a place. */

/** Concerns food that no allergen stands for: the kitchen must read the note. */
export const CARE_PHRASES =
  'diabetic, diabetes, diabetis, pregnant, pregnancy, preggers, preggo, preggas, expecting a baby, warfarin, gout, ibs, crohn, crohns, reflux, gerd, fructose, fructmal, fructose malabsorption, histamine, low histamine, salicylate, fpies, eoe, pku, phenylketonuria, g6pd, favism, alpha gal, mcas, mast cell, dysphagia, puree, pureed, minced and moist, soft food, soft diet, low salt, low sodium, no added salt, salt reduced, low sugar, sugar free, low carb, keto, paleo, carnivore diet, low fat, low cholesterol, high cholesterol, low potassium, renal diet, kidney diet, dialysis, chemo, gallbladder, muslim, hindu, jewish, buddhist, ramadan, interacts with, medication, meds, mild only, do mild, make it mild, keep it mild, nothing spicy, bland, not hot, not too hot, mild please, not spicy, no spice, no spices, no spicy, less spicy, not too spicy, special diet, dietary requirement, dietary restriction, dietary need, dietaries, dietary, food preference, fussy, picky, doctors orders, dr orders, alcohol free, msg free, food chemical intolerance, food dye, food colouring, additive, nicht scharf, pas epice, no picante, 不要辣, 少辣, 不辣, 免辣, ไม่เผ็ด, khong cay, 辛くない, 맵지, me bau, ba bau, diabetico, diabetica, diabetique, diabetiker*, zucker krank, embarazada, enceinte, schwanger, incinta, 糖尿病, 孕妇, 妊娠, 당뇨, 임산부, tieu duong, mang thai, bau bi, buntis, hamil, गर्भवती, मधुमेह, सात्विक, soy alergico, soy alergica, soy intolerante';

/** Foods without a declared allergen. They count when someone asks something about them. */
export const OTHER_FOOD_PHRASES =
  'coconut, coconut milk, coconut cream, cocoa butter, butter bean, butter lettuce, butter chicken, butternut, butternut pumpkin, egg plant, eggplant, aubergine, nutmeg, chestnut, water chestnut, buckwheat, oyster mushroom, mustard, celery, celeriac, corn, maize, kiwi, kiwifruit, onion, shallot, leek, garlic, chilli, chili, chile, chillie, chilly, coriander, cilantro, corriander, msg, monosodium glutamate, spicy, spice, salt, salty, sugar, sugary, sweetener, artificial sweetener, raw, raw fish, rare meat, red meat, meat, bone, deli meat, soft cheese, raw egg, runny egg, mushroom, shroom, tomato, tomatoes, capsicum, pepper, black pepper, bell pepper, cucumber, zucchini, pumpkin, potato, sweet potato, carrot, beetroot, broccoli, cauliflower, cabbage, kale, spinach, lettuce, rocket, asparagus, pea, snow pea, bean, green bean, kidney bean, fava bean, broad bean, chickpea, lentil, legume, dal, dahl, rice, quinoa, avocado, avo, olive, caper, pickle, vinegar, lemon, lime, orange, citrus, grapefruit, apple, banana, mango, strawberry, berry, berries, pineapple, peach, melon, tropical fruit, fruit, kiwi fruit, papaya, papaw, basil, parsley, mint, thyme, rosemary, dill, oregano, cinnamon, cumin, paprika, turmeric, ginger, curry, curry leaf, cardamom, fennel, aniseed, chicken, lamb, duck, turkey, venison, kangaroo, offal, liver, kidney, gelatine, gelatin, alcohol, beer, coffee, caffeine, chocolate, cocoa, honey, yeast, vegemite, sunflower, sunflower seed, poppy seed, seed, pumpkin seed, chia, flaxseed, linseed, canola, palm oil, seed oil, oil, stevia, sauce, gravy, dressing, tofurky, quorn, veg, vegetable, vegie, gherkin, sprout, artichoke, tapioca, jackfruit, okra, bamboo, nightshade, cebolla, ajo, cilantro fresco, oignon, ail, champignon, zwiebel, zwiebeln, knoblauch, pilze, koriander, cipolla, aglio, funghi, ui, bawang, cabe, hanh, toi, rau mui, ngo ri, 洋葱, 洋蔥, 香菜, 大蒜, 蒜, 葱, 蘑菇, 味精, 辣椒, 辣, 玉ねぎ, パクチー, 양파, 마늘, 고수, 버섯, ผักชี, หอมใหญ่, กระเทียม, प्याज, प्याज़, लहसुन, धनिया, बैंगन, pyaz, lehsun, lasun, dhaniya, лук, чеснок, грибы, гриб*, кинза, cebula, czosnek, κρεμμυδι*, σκορδο, بصل, ثوم, sogan, sarimsak';

/** Says that the food does someone harm; on its own already a reason to read the note. */
export const ALLERGY_PHRASES =
  'allerg*, alerg*, alleg*y, allegic, allegry, allerjy, alergy, alerhi*, alerji*, alerxia, allergi*, allergy, allergies, allergic, allergen, elergy, elergic, allerg to, food allergies, intoleran*, intolleran*, intolerance, intolerant, intolerence, intollerant, hypersensitiv*, sensitive to, sensitivity, sensitivities, sulphite sensitive, nut sensitive, anaphyla*, anaphala*, anaphila*, anafila*, anafyla*, anaphal*, anapahyla*, anaphyllac*, anaphil*, epipen, epi pen, epi, adrenaline pen, adrenalin pen, jext, cross contamination, cross contact, may contain, traces of, trace of, alergico, alergica, alergia, unvertraglich*, uberempfindlich*, intolleranza, intollerante, uczulen*, nietoleranc*, аллерги*, алерги*, алергі*, непереносимост*, αλλεργ*, δυσανεξια, حساسية, حساسيه, الحساسية, عندي حساسية, حساسیت, ألرجي, di ung, bi di ung, 过敏, 過敏, 敏感, 不耐, 不耐受, アレルギ, アレルギー, あれるぎー, 알레르기, 알러지, 알르레기, 과민, แพ้, एलर्जी, अलर्जी, ਐਲਰਜੀ, alerjik, alerjisi, αναφυλα*, анафилак*, анафілак*, アナフィラキシー, 아나필락시스';

/** Said of food that was eaten: it did someone harm. */
export const HARM_PHRASES =
  'reaction, react, reacts, reacted, hives, rash, swell*, swollen, itch*, vomit*, threw up, throw up, throws up, throwing up, anaphyla*, epipen, epi pen, ambulance, hospital, cant breathe, couldnt breathe, throat closes, throat closing, throat closed';

/** The same, but only beside a food: "onion makes me sick", "off sick" is no concern. */
export const REACTION_PHRASES =
  'sick, ill, vomit*, throw up, throws up, chuck*, hives, rash, swell*, itch*, react, reacts, reaction, reactive, react badly, blow up, blows up, puff up, tummy, stomach, bloat*, gut, migraine, eczema, poison*, upset, upsets, trouble with, problem with, problems with, issue with, issues with, bad with, cant handle, cant tolerate, dont tolerate, doesnt tolerate, kill, kills, die, hospital';

/** Beside a food: no wish of theirs, they may not. */
export const MUST_PHRASES =
  'cant eat, cannot eat, can not eat, cant have, cannot have, can not have, cant do, cannot do, cant tolerate, cannot tolerate, dont tolerate, doesnt tolerate, cant handle, cant touch, mustnt, must not, must avoid, shouldnt have, not allowed, unable to, coeliac*, celiac*, coliac, ceoliac, coelic, celic, coealiac, seliac, silliac, pku, galactosemia, favism, g6pd, fpies, cmpa, cmpi, no puede, ne peut pas, darf nicht, darf kein, darf keine, non puo, tidak boleh, khong duoc, 不能吃, 不能, 食べられ, 못먹';

export const SEVERE_PHRASES =
  'anaphyla*, anaphala*, anaphila*, anafila*, anafyla*, anaphal*, anapahyla*, anaphil*, epipen, epi pen, epi, adrenaline pen, adrenalin pen, jext, hospital, hospitalised, hospitalized, hosptal, ambulance, icu, could die, can die, may die, might die, will die, would die, she dies, he dies, he ll die, she ll die, i ll die, ill die, shell die, hell die, i die, could be fatal, dies, die from, kill*, deadly, deathly, lethal, fatal, life threatening, life threatning, lifethreatening, life or death, severe, severely, severly, sever allergy, severe allergy, sevear, very severe, highly allergic, high allergic, highly alergic, highly sensitive, extremely allergic, extreme allergy, very allergic, seriously allergic, serious allergy, serious allergic, dangerously allergic, deathly allergic, stops breathing, cant breathe, throat closes, throat closing, grave, graves, gravi, gravissima, gravemente, gravement, severa, severo, mortal, mortale, mortelle, mortel, letal, letale, tres allergique, choc anaphylactique, shock anafilattico, schwer, schwere, schweren, schwerer, stark allergisch, hochallergisch, starke, todlich, toedlich, lebensbedrohlich, lebensgefahrlich, notfallset, ernstig, ernstige, levensbedreigend, dodelijk, alvorlig, allvarlig, livsfarlig, parah, berat, bahaya, mematikan, malala, malubha, malubhang, nakamamatay, nang, nghiem trong, nguy hiem, tu vong, soc phan ve, тяжел*, сильная аллергия, смертельн*, анафилак*, анафілак*, αναφυλα*, σοβαρη, σοβαρα, θανατηφορ*, ciezka, ciezki, silna, silne, smiertelne, teska, tesku, teske, jaka, opasna po zivot, ciddi, siddetli, agir, olumcul, hayati, شديدة, شديد, خطيرة, خطير, مميتة, شدید, مفرطة, 严重, 嚴重, 重度, 致命, 会死, 會死, 休克, 医院, 住院, 急性, 重い, 重篤, 死, アナフィラキシー, エピペン, 심각, 심한, 중증, 심해, 죽, 응급, 아나필락시스, 에피펜, รุนแรง, อันตราย, ถึงตาย, गंभीर, जानलेवा, ਗੰਭੀਰ, khatarnak, bahut severe';

/** What a denial denies. */
export const NEED_PHRASES =
  'allergy, allergies, alergies, alergy, allergys, allergie, allergic, alergic, allergen, dietary, dietaries, dietry, dietries, dietary requirement, dietary requirements, dietary restriction, dietary restrictions, dietary need, dietary needs, dietry requirements, intolerance, intolerances, intolerant, food requirement, food issue, food issues, food restriction, food restrictions, restriction, restrictions, requirement, requirements, special needs, special diet, diets, diet, dislike, dislikes, coeliac, celiac, vegetarian, vegan, vego, halal, kosher, sensitivities, sensitivity, sensitive, food preferences, preferences, alergia, alergias, alergico, alergica, allergique, allergiques, allergien, allergia, allergisch, allergico, allergica, alergi, alerji, alergije, alergii, uczulenia, аллергии, αλλεργιες, αλλεργια, حساسية, एलर्जी, di ung, fussy, picky';

/** Whole denials. */
export const DENIAL_PHRASES =
  'no soy alergico, no soy alergica, no tengo alergias, no tiene alergias, eat everything, eats everything, eat anything, eats anything, eating everything, will eat anything, eat it all, happy to eat anything, not fussy, arent fussy, isnt fussy, not picky, used to be, used to have, used to, no longer, grew out of, grown out of, outgrew, outgrown, 没有过敏, 沒有過敏, 无过敏, 無過敏, 不过敏, 没过敏, アレルギーなし, アレルギーはありません, アレルギーはない, アレルギー無し, 알레르기 없, 알레르기는 없, 알러지 없, 알레르기 없음, 알러지 없음, 없음, 알레르기없음, ไม่แพ้, ไม่มีแพ้, khong di ung, khong bi di ung, khong co di ung, कोई एलर्जी नहीं, لا حساسية, لا توجد حساسية, لا يوجد حساسية, لا يوجد لدي حساسية, ما عندي حساسية, ما في حساسية, ليس عندي حساسية, pas allergie, pas allergies, ليس لدي حساسية, بدون حساسية, free of allergies, never had allergies, never had any allergies, no need to worry about allergies, dont worry about allergies, nema alergija, nemam alergije, nie mam alergii, brak alergii, нет аллергии, аллергии нет, без аллергии, καμια αλλεργια, alerjim yok, alerji yok, walang allergy, walang allergies, tidak ada alergi, tiada alergi, ga ada alergi, sin alergia, sin alergias, sem alergia, sem alergias, nessuna allergia, senza allergie, pas d allergie, pas d allergies, pas dallergie, pas dallergies, aucune allergie, keine allergien, keine allergie, geen allergieen, ingen allergi';

export const DENIAL_STARTS =
  'no, nil, non, none, zero, 0, not, isnt, arent, aint, nobody, noone, no one, nothing, never, without, dont have, doesnt have, dont has, do not have, does not have, havent, havent got, hasnt, hasnt got, have no, has no, got no, without any, neither, wasnt, no known, nka, nkda, no longer';

/** May stand between a denial and what it denies. */
export const DENIAL_FILLERS =
  'known, drug, any, real, major, other, special, specific, particular, food, of, us, current, actual, such, medical, here, me, the, got, has, have, is, are, really, longer, family, kids, in, a, an, i, we, our, my, religious, further, extra, additional, more, was, were, at, all, to, that, know, dietary, is a, even, anything';

/** Asks to leave something out, or for more of it. */
export const WISH_PHRASES =
  '🚫, ❌, no, without, w o, minus, hold, hold the, hates, hate, hated, dislike, dislikes, not, dont like, doesnt like, do not like, does not like, dont want, doesnt want, dont eat, doesnt eat, do not eat, does not eat, cant eat, cannot eat, can not eat, cant have, cannot have, can not have, cant do, cannot do, cant stand, cannot stand, cant tolerate, not a fan of, not keen on, not into, avoid, avoids, avoiding, skip, leave out, leave off, take out, remove, omit, exclude, never, nothing with, nothing, go easy on, easy on, light on, less, low, reduced, extra, lots of, plenty of, more, too much, bit of, free, please no, pls no, cut out, ditch, sub, swap, replace, wont eat, will not eat, refuses, never eats, no longer, removed, taken out, left out, excluded, omitted, substituted, substitute, swapped, replaced, avoided, skipped, cant, cannot, dont, doesnt, mustnt, shouldnt, wont, must not, should not, unable to, dont let, do not let, dont give, do not give, do not put, do not add, do not use, do not include, never give, is a no, no go, nein, sin, sans, ohne, kein, keine, keinen, pas de, senza, niente, sem, zonder, geen, utan, uten, uden, ingen, tanpa, tidak, nggak, bukan, jangan, ga pake, gak pake, walang, huwag, bawal, khong, khong an, dung, khong co, bez, без, не ем, не люблю, nie, nie jem, χωρις, οχι, بدون, بلا, من غير, لا, siz, olmasin, yok, 不要, 不吃, 别放, 不放, 不能吃, 免, 走, 去, 无, 無, 没有, なし, 抜き, 無し, 食べられません, ダメ, 빼, 빼주세요, 못 먹, 못먹, 안 먹, 없이, ไม่ใส่, ไม่เอา, ไม่กิน, งด, बिना, नहीं, मत, ਬਿਨਾ, bina, nahi';

/** "Peanuts ok", "loves fish". */
export const APPROVAL_PHRASES =
  'eats, eat, ok, okay, okey, k, fine, alright, all good, good, allowed, no problem, no worries, no issue, can have, can eat, loves, love, loved, like, likes, enjoy, enjoyed, happy with, welcome, permitted, tolerated, yum, yummy, delicious, tasty, amazing, great, thanks for';

/** The group before goes on without what follows: "all nuts except almonds". */
export const EXCEPTION_PHRASES =
  'except, except for, excepting, apart from, other than, excluding, besides, but not, aside from, not including, anything but, everything but, all but';

/** After a food these make an address of it: "Walnut St". */
export const STREET_PHRASES =
  'st, street, rd, road, ct, ave, av, avenue, pde, parade, cres, crescent, cr, drive, dr, tce, terrace, blvd, boulevard, cct, circuit, hwy, highway, esp, esplanade, lne, cl, pl';

/** After a food these make a place of it. Some may be near a plea all the same ("no nuts close to her"). */
export const PLACE_PHRASES =
  'lane, ln, court, close, grove, place, way, creek, ck, bay, point, hill, hills, park, bridge, beach, island, point, heights, ridge, rise, mews, walk, track, towers, tower, apartment, apartments, apts, unit, units, building, complex, cottage, farm, shop, shops, cafe, butcher, butchers, hotel, motel, bar, pub, store, market, markets, bakery, restaurant, takeaway, factory, warehouse, school, clinic, shed, stand, stall, truck, van, mill, roaster, roasters, co op, deli, monger, mongers, co, company, office, reception, salon, spa, studio, gym, church, marina, silo, shack, wharf, roundabout';

/** Objects at the door. */
export const OBJECT_PHRASES =
  'door, doors, gate, gates, brick, bricks, crate, crates, box, letterbox, mailbox, fence, wall, walls, roof, paint, painted, house, villa, car, ute, weatherboard, weatherboards, tile, tiles, mural, sign, statue, sculpture, tree, trees, bush, hedge, pond, tank, tanks, pot, pots, bowl, mat, doormat, bench, chair, curtain, curtains, blinds, awning, shutters, garage, porch, candle, candles, soap, lotion, perfume, bottle, bottles, bin, esky, carton, cartons, basket, trolley, can, jar, logo, sticker, poster, flag, coloured, colored, colour, color, trim, render, rendered, stone, carpark, ladder, shell, bird, dish, coop, patch, paddock, field, garden, plant, residence, surname, sedan, hatchback, bike, hydrant, wing nut, stripe, striped, tint, boat, yacht, berth';

export const COLOUR_PHRASES =
  'red, blue, green, yellow, white, black, brown, pink, purple, grey, gray, orange, cream, beige, tan, gold, silver, navy, maroon, teal, dark, light, pale, bright';

/** Before a food these make a name of it. */
export const TITLE_PHRASES =
  'mr, mrs, ms, miss, dr, prof, master, called, named, name is, names, nickname, nicknamed, surname, ask for, asking for, call, ring, phone, contact, attn, attention, care of, dog, dogs, cat, cats, puppy, pup, kitten, kelpie, labrador, lab, poodle, cavoodle, groodle, labradoodle, staffy, dachshund, beagle, terrier, horse, pony, rabbit, bunny, guinea pig, budgie, parrot, cockatoo, chook, hen, goat, goldfish, hello to, say hi to, pat, apartment name, wifi, password, wifi password, code word, username, user, login, network, team, bus stop, hotel, cafe, number plate, plate, plates, rego, registration';

export const PET_PHRASES =
  'dog, dogs, doggo, doggy, cat, cats, kitty, puppy, pup, pups, kitten, kelpie, labrador, lab, poodle, cavoodle, groodle, labradoodle, staffy, dachshund, sausage dog, beagle, terrier, horse, pony, rabbit, bunny, guinea pig, budgie, parrot, cockatoo, chook, chooks, hen, pet, bark, barks, barking, meow, goldfish, turtle';

/** Before a food these say where a door is: "opposite the fish shop". */
export const LOCATION_PHRASES =
  'near, nearby, beside, behind, next to, under, underneath, beneath, opposite, past, above, below, between, across from, in front of, front of, corner of, cnr, cnr of, left of, right of, by the, at the, after the, before the, next door to, outside, turn at, over the, inside the, via, along';

/** Always nothing to do with food, or nothing to do with a request. */
export const HARMLESS_PHRASES =
  'no need to worry about allergies, fish and chip shop, fish n chip shop, fish chip shop, milk bar, milk crate, milk run, milkman, egg shell, eggshell, nutshell, in a nutshell, nut house, nuts and bolts, wing nut, go nuts, goes nuts, going nuts, went nuts, drive me nuts, drives me nuts, gone nuts, nuts about, crabapple, crab apple, jellyfish, starfish, goldfish, silverfish, fish tank, fish pond, fishing, walking on egg shells, easter egg, good egg, piece of cake, big cheese, say cheese, butterfly, buttercup, butter fingers, butterfingers, creamery, cream house, cream coloured, oyster card, oyster bay, brown dog, wheat bag, wheatbag, milky way, cheers, not far, no rush, no stress, no worries mate, no problem, no problems, no need, no signature, no stairs, no parking, no knock, no buzzer, no bell, no hurry, not home, free parking, free range, feel free, leave out front, leave out the front, leave out back, leave off road, not sure, do not leave, dont leave, do not ring, dont ring, do not knock, dont knock, no entry, hot meals, hot day, hot weather, hot food, food delivery, leave food, leave the food, the food, food bag, my gf, his gf, her gf, gf will, gfs, girlfriend, salt water, ginger cat, ginger dog, dogs breakfast, hot dog, latte art, wine bar, wine shop, wine rack, ขนม, 酒店, sensitive alarm, alarm is sensitive, light sensitive, motion sensitive, sensitive dog, time sensitive, sensitive matter, allergic to dogs, allergic to cats, cat allergy, dog allergy, pollen allergy, bee allergy, allergic to bees, allergic to bee, allergic to cat, allergic to dog, allergic to pollen, allergic to latex, allergic to doorbells, allergic to early mornings, hayfever, sick of, sick leave, off sick, non veg, non vegetarian, non vego, nonveg';

/** How customers name a diet. "GF" and "DF" are read as allergens, which is stricter. */
type DietPhrases = readonly [diet: Diet, phrases: string];

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
