/**
 * The allergens in the languages of our customers, without accents where the writing has them. A star stands for any
 * ending. Writings without spaces are looked for anywhere in a word.
 */
import { ALL_NUTS, type AllergenPhrases, GLUTEN } from './allergen-phrases.ts';

const SHELLFISH = ['crustacean', 'mollusc'] as const;
const SEAFOOD = ['fish', 'crustacean', 'mollusc'] as const;

export const FOREIGN_PHRASES: readonly AllergenPhrases[] = [
  [
    ALL_NUTS,
    'kacang, kacang kacangan, nusse, nuesse, nuss, nussen, noix, fruits a coque, nuez, nueces, frutos secos, frutas secas, noce, noci, frutta secca, frutta a guscio, nozes, castanhas, noten, noot, notter, nott, notter, orech*, orekh*, орех*, oraszki, orzechy, orzechow, orzech, orasasti, orasi, orah, ξηρους καρπους, ξηροι καρποι, ξηρων καρπων, καρυδι*, مكسرات, المكسرات, جوز, اجيل, findik fistik, kuruyemis, 坚果, 堅果, 果仁, ナッツ, 견과, 견과류, 너트, ถั่ว, ถั่วทุกชนิด, cac loai hat, mewa, मेवा, मेवे, नट्स, ਗਿਰੀਦਾਰ, jianguo',
  ],
  [
    ['peanut'],
    'cacahuete, cacahuetes, cacahuate*, cacahouete*, arachide*, erdnuss*, erdnuesse, erdnusse*, amendoim, amendoins, pinda, pindas, pindakaas, jordnot*, jordnodd*, peanotter, kacang tanah, mani tanah, mungfali, moongphali, arahis*, arakhis*, арахис*, арахіс*, orzeszki ziemne, orzeszkow ziemnych, orzechy ziemne, orzeszki, kikiriki*, кикирики*, φιστικι*, αραπικο φιστικι, فول سوداني, الفول السوداني, بادام زمینی, yer fistigi, fistik, fistig*, 花生, 花生酱, 落花生, ピーナッツ, ピーナツ, 땅콩, ถั่วลิสง, dau phong, lac rang, मूंगफली, मूँगफली, ਮੂੰਗਫਲੀ, huasheng, hua sheng',
  ],
  [
    ['almond'],
    'almendra, almendras, amande, amandes, mandel, mandeln, mandorla, mandorle, amendoa*, amandelen, badam, badaam, миндал*, migdal*, αμυγδαλ*, لوز, اللوز, 杏仁, アーモンド, 아몬드, hanh nhan, बादाम, ਬਦਾਮ, อัลมอนด์',
  ],
  [
    ['cashew'],
    'anacardo*, anacardi, noix de cajou, cajou, cashewkern*, cashewnuss*, castanha de caju, cashewnoten, kaju, kacang mete, mete, кешью, κασιους, كاجو, الكاجو, 腰果, カシュー, カシューナッツ, 캐슈, hat dieu, काजू, ਕਾਜੂ, เม็ดมะม่วง*, มะม่วงหิมพานต์, nerkowc*',
  ],
  [
    ['hazelnut'],
    'avellana, avellanas, noisette, noisettes, haselnuss*, haselnusse*, nocciola, nocciole, avela, avelas, hazelnoten, hazelnoot, фундук*, лешник*, φουντουκ*, بندق, البندق, findik, orzechy laskowe, ljesnjak*, 榛子, 榛果, ヘーゼルナッツ, 헤이즐넛',
  ],
  [
    ['walnut'],
    'nuez de castilla, noix de grenoble, walnuss*, walnusse*, noz, walnoten, грецк*, عين الجمل, ceviz, orzechy wloskie, 核桃, くるみ, クルミ, 호두, oc cho, अखरोट, akhrot',
  ],
  [
    ['pistachio'],
    'pistacho, pistachos, pistache, pistaches, pistazie*, pistacchi*, фисташк*, فستق, الفستق, پسته, antep fistigi, 开心果, 開心果, ピスタチオ, 피스타치오, pista, पिस्ता',
  ],
  [['pine nut'], 'pinones, pignon*, pinienkern*, pinhao, кедров*, صنوبر, 松子, 松の実, 잣'],
  [['pecan'], 'pacana*, 山核桃, 碧根果, ピーカン, 피칸'],
  [['macadamia'], '夏威夷果, 澳洲坚果, マカダミア, 마카다미아'],
  [
    GLUTEN,
    'glutine, glutin, celiaco, celiaca, soy celiaco, soy celiaca, celiacos, celiaci, celiachia, celiaquia, coeliaque, maladie coeliaque, zoliakie, zoeliakie, celiakia, celiakie, глютен*, глутен*, целиаки*, γλουτεν*, κοιλιοκακ*, غلوتين, الغلوتين, جلوتين, الجلوتين, 麸质, 麩質, 无麸质, 麸, グルテン, 글루텐, กลูเตน, ग्लूटेन, ਗਲੂਟਨ',
  ],
  [
    ['wheat'],
    'trigo, weizen*, grano, frumento, tarwe, hvete, vete, gandum, terigu, пшениц*, pszenic*, psenic*, σιταρι*, σιτος, قمح, القمح, گندم, bugday, 小麦, 小麥, 밀가루, ข้าวสาลี, lua mi, bot mi, गेहूं, गेहूँ, ਕਣਕ, gehun, atta, roti, maida',
  ],
  [
    ['milk'],
    'leche, lacteo, lacteos, lactosa, queso, mantequilla, lait, laitage*, produits laitiers, produit laitier, fromage, beurre, milch, milcheiweiss, milchprodukt*, kuhmilch, laktose*, sahne, kase, kaese, latticini, lattosio, latte, formaggio, burro, leite, lacticinio*, laticinio*, lactose, queijo, manteiga, melk, zuivel, kaas, melkprodukt*, laktos*, mejeri*, susu, produk susu, keju, gatas, молок*, молоч*, лактоз*, сыр, mleko, mleka, mlek*, nabial, laktoz*, mlijeko, mlecn*, mlijecn*, sir i mleko, γαλα, γαλακτος, γαλακτοκομικ*, τυρι, λακτοζ*, حليب, الحليب, لبن, البان, الالبان, اجبان, جبن, شیر, لبنیات, sut, sut urunleri, peynir, 牛奶, 奶制品, 奶製品, 乳制品, 乳製品, 乳糖, 奶酪, 芝士, 牛乳, チーズ, バター, 우유, 유제품, 치즈, 유당, นม, ชีส, sua bo, sua tuoi, san pham sua, दूध, डेयरी, ਦੁੱਧ, doodh, dahi, niunai',
  ],
  [
    ['egg'],
    'huevo, huevos, oeuf, oeufs, eier, eiern, huhnerei, uovo, uova, ovos, eieren, aegg, agg, egge, telur, telor, itlog, яйц*, яиц*, яєц*, jajka, jajko, jajek, jaje, jajima, αυγο, αυγα, αυγων, αβγα, بيض, البيض, تخم مرغ, yumurta, 鸡蛋, 雞蛋, 蛋, 卵, 玉子, たまご, タマゴ, 계란, 달걀, ไข่, trung ga, अंडा, अंडे, अण्डा, ਅੰਡਾ, ਅੰਡੇ, anda, jidan',
  ],
  [
    ['fish'],
    'pescado, fisch, pesce, peixe, vis allergie, fisk, ikan, isda, рыб*, риб*, ryby, ryb, riba, ribe, ribu, ψαρι*, سمك, السمك, اسماك, ماهی, balik, 鱼, 魚, さかな, サーモン, 생선, ปลา, nuoc mam, मछली, ਮੱਛੀ, machli, machhi, isda',
  ],
  [
    ['crustacean'],
    'crustaceo, crustaceos, crustace, crustaces, camaron, camarones, gamba, gambas, langostino*, cangrejo, langosta, crevette, crevettes, crabe, homard, krebstier*, krustentier*, garnele*, krabbe*, hummer, crostace*, gamberi, gambero, gamberetti, granchio, aragosta, camarao, camaroes, caranguejo, garnaal, garnalen, schaaldier*, reker, rakor, krabba, skaldjur, udang, kepiting, hipon, alimango, alimasag, креветк*, краб*, ракообразн*, krewet*, skorupiak*, skampi, rakovi, γαριδ*, καβουρ*, καρκινοειδη, جمبري, الجمبري, روبيان, الروبيان, قريدس, سلطعون, میگو, karides, yengec, 虾, 蝦, 虾蟹, 螃蟹, 蟹, 龙虾, 甲壳, 甲殼, 海老, えび, エビ, カニ, 甲殻, 새우, 갑각류, กุ้ง, tom cua, con tom, cua ghe, झींगा, ਝੀਂਗਾ, jhinga',
  ],
  [
    ['mollusc'],
    'molusco, moluscos, mejillon*, calamar, calamares, ostra, ostras, pulpo, almeja*, mollusque*, moule, moules, huitre, huitres, calmar, weichtier*, muschel*, tintenfisch, austern, mollusch*, cozze, vongole, polpo, ostriche, calamaro, mexilhao, lula, polvo, mosselen, oesters, inktvis, cumi, cumi cumi, kerang, tiram, pusit, tahong, моллюск*, мидии, кальмар*, устриц*, malze, καλαμαρ*, χταποδι*, μυδια, محار, حبار, اخطبوط, midye, kalamar, 贝类, 貝類, 牡蛎, 生蚝, 蚝油, 鱿鱼, 魷魚, 章鱼, 蛤, 青口, 贝, 貝, イカ, タコ, 牡蠣, かき貝, ホタテ, 오징어, 조개, 홍합, 문어, 낙지, หอย, หมึก, ปลาหมึก, con muc, ngheu, so oc',
  ],
  [
    SHELLFISH,
    'marisco, mariscos, fruits de mer, schalentier*, meeresfruchte*, meeresfruechte*, frutti di mare, frutos do mar, schelpdier*, skalldyr, makanan laut bercangkang, морепродукт*, owoce morza, plodovi mora, οστρακοειδη, οστρακα, محاريات, القشريات, 贝壳类, 带壳海鲜, 조개류, kabuklu deniz',
  ],
  [
    SEAFOOD,
    'hai san, do bien, 海鲜, 海鮮, 해산물, 해물, อาหารทะเล, seafoods, makanan laut, boga bahari, θαλασσινα, ماكولات بحرية, المأكولات البحرية, ثمار البحر, deniz urunleri, シーフード, 魚介, 魚介類, samudri bhojan, समुद्री, pagkaing dagat, haixian',
  ],
  [
    ['soy'],
    'soja, sojas, kedelai, tahu, kecap, соя, сои, сою, соев*, σογια*, صويا, الصويا, soya fasulyesi, 大豆, 黄豆, 豆腐, 酱油, 醤油, 豆浆, だいず, 두부, 대두, 간장, ถั่วเหลือง, เต้าหู้, dau nanh, dau hu, dau phu, सोया, ਸੋਇਆ, toyo',
  ],
  [
    ['sesame'],
    'sesamo, sesam, sesamol, ajonjoli, gergelim, wijen, кунжут*, sezam*, susam, σουσαμ*, ταχινι, سمسم, السمسم, طحينة, كنجد, 芝麻, 胡麻, ごま, ゴマ, 참깨, hat me, me rang, तिल के बीज',
  ],
  [['lupin'], 'altramuz, altramuces, lupinen*, lupini, tremoco*, люпин*, λουπιν*, 羽扇豆'],
  [
    ['sulphites'],
    'sulfito, sulfitos, sulfites, sulfite*, solfiti, sulfit*, сульфит*, θειωδη, كبريتيت, 亚硫酸盐, 亞硫酸鹽, 亜硫酸塩, 아황산',
  ],
];

/** Short words that mean other things as well: only beside another word of their language. */
export const FOREIGN_PHRASES_IN_CONTEXT: readonly {
  markers: string;
  phrases: readonly AllergenPhrases[];
}[] = [
  {
    markers: 'di ung, khong, khong an, dung cho, dung bo, vui long, xin, bi di ung, khong duoc',
    phrases: [
      [['crustacean'], 'tom, cua, tep, ghe'],
      [['mollusc'], 'muc, oc, ngheu, hau, bach tuoc'],
      [['fish'], 'ca'],
      [['milk'], 'sua, bo sua, pho mai'],
      [['egg'], 'trung'],
      [['sesame'], 'vung'],
      [['peanut'], 'lac, dau phung'],
      [ALL_NUTS, 'hat'],
      [['soy'], 'dau nanh'],
    ],
  },
  {
    markers:
      'ohne, kein, keine, keinen, bitte, allergie, allergisch, allergiker, nicht, gegen, unvertraglichkeit, frei, und, geen, zonder, allergisch voor',
    phrases: [
      [['egg'], 'ei'],
      [['milk'], 'butter, quark, rahm'],
      [['fish'], 'vis, lachs'],
    ],
  },
  {
    markers: 'sin, alergia, alergico, alergica, por favor, soy, no puedo, no puede, hijo, hija',
    phrases: [
      [['peanut'], 'mani, manies'],
      [['fish'], 'pez, atun'],
      [['wheat'], 'pan'],
    ],
  },
  {
    markers: 'sem, alergia, alergico, alergica, por favor',
    phrases: [
      [['egg'], 'ovo'],
      [['milk'], 'nata'],
    ],
  },
  {
    markers: 'bez, uczulenie, alergia, alergija, alergican, alergicna',
    phrases: [
      [['milk'], 'ser, sir'],
      [['egg'], 'jaj'],
    ],
  },
  {
    markers: 'sans, pas de, allergie, allergique, svp, ni',
    phrases: [
      [['fish'], 'poisson'],
      [['wheat'], 'ble'],
      [['wheat', 'gluten'], 'glute'],
      [['milk'], 'creme'],
    ],
  },
  {
    markers: 'walang, allergic sa, alerhiya, alerhiya sa, bawal, huwag',
    phrases: [
      [['peanut'], 'mani'],
      [['milk'], 'gatas'],
    ],
  },
];
