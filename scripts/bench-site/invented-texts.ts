import type { Dice } from '../demo/random.ts';

/** Words of a site that nobody wrote: enough of them that a search finds some often and some hardly ever. */
const THINGS =
  'bottle,kettle,lamp,mat,mask,pillow,chair,desk,backpack,blender,scale,towel,blanket,brush,mug,thermos,tripod,tent,stove,filter,heater,fan,clock,speaker,headset,keyboard,glove,jacket,sandal,umbrella,basket,shelf,cushion,curtain,rug,vase,candle,planter,ladder,drill'.split(
    ',',
  );
const KINDS =
  'quiet,light,folding,heavy,steel,glass,woven,plain,padded,narrow,wide,cordless,washable,ceramic,wooden,compact,tall,slim,insulated,adjustable,recycled,soft,stiff,waterproof,stackable'.split(
    ',',
  );
const PLACES =
  'a desk,a gym bag,a trail,a small kitchen,a shared flat,a long train ride,a cold bedroom,a balcony,a workshop,a classroom,a camper van,a hotel room,a narrow hall,a garden shed,a studio,a nursery,a garage,a hostel,a rooftop,a winter commute'.split(
    ',',
  );
const PARTS =
  'lid,seal,handle,strap,hinge,base,zip,seam,switch,cable,valve,hook,foot,cover,frame,lining,spring,buckle,rim,clip'.split(
    ',',
  );
const VERBS = 'holds,opens,folds,dries,closes,carries,turns,stands,packs,cleans,rattles,leans,bends,slides,locks'.split(
  ',',
);
const BRANDS =
  'Fernwell,Brookline,Pikeline,Nightharbor,Tarnfield,Oakmere,Lumenby,Castellan,Driftmoor,Halden,Irongate,Juniper Row,Kestrel,Larkspur,Marlowe,Northquay,Orchard & Pine,Pellworth,Quarrystone,Ridgeway,Saltbox,Thistledown,Umberfield,Vantage Hill,Westering'.split(
    ',',
  );
const SENTENCES: ((dice: Dice) => string)[] = [
  (dice) => `The ${one(dice, PARTS)} ${one(dice, VERBS)} without a tool, which cheaper ones do not manage.`,
  (dice) =>
    `After ${dice.whole(3, 60)} days in ${one(dice, PLACES)} the ${one(dice, PARTS)} looked as it did at first.`,
  (dice) => `It weighs ${dice.whole(60, 2400)} g, and the ${one(dice, KINDS)} ${one(dice, PARTS)} is a third of that.`,
  (dice) => `Who wants a ${one(dice, KINDS)} ${one(dice, THINGS)} for ${one(dice, PLACES)} should look further down.`,
  (dice) =>
    `The maker names ${dice.whole(1, 5)} years for the ${one(dice, PARTS)} and none for the ${one(dice, PARTS)}.`,
  (dice) =>
    `In ${one(dice, PLACES)} it ${one(dice, VERBS)} better than the ${one(dice, KINDS)} one of ${one(dice, BRANDS)}.`,
  (dice) => `A spare ${one(dice, PARTS)} costs ${dice.whole(2, 19)} dollars and comes within a week.`,
  (dice) =>
    `We bought ${dice.whole(2, 9)} of them, and model ${dice.whole(1000, 9999)} had a loose ${one(dice, PARTS)}.`,
];

const one = <T>(dice: Dice, all: readonly T[]): T => all[dice.whole(0, all.length - 1)]!;

/** So many sentences as one text. */
export const sentences = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => one(dice, SENTENCES)(dice)).join(' ');

/** So many paragraphs of three to six sentences, as the editor stores them. */
export const paragraphs = (dice: Dice, count: number): string =>
  Array.from({ length: count }, () => `<p>${sentences(dice, dice.whole(3, 6))}</p>`).join('');

/** Short lines, as pros and cons are. */
export const points = (dice: Dice, count: number): string[] =>
  Array.from({ length: count }, () => `The ${one(dice, KINDS)} ${one(dice, PARTS)} ${one(dice, VERBS)} well`);

/** A product that is like no other, by its number. */
export function productOf(dice: Dice, number: number): { name: string; brand: string } {
  const brand = one(dice, BRANDS);
  const thing = one(dice, THINGS);
  return { brand, name: `${brand} ${capital(one(dice, KINDS))} ${capital(thing)} ${number}` };
}

export const titleOf = (dice: Dice, number: number): string =>
  `Ten ${one(dice, KINDS)} ${one(dice, THINGS)}s for ${one(dice, PLACES)}, compared: edition ${number}`;

/** What readers search for: of each kind of word, beginnings and two at once. */
export const SEARCHED: readonly string[] = [
  'kettle',
  'umbrella',
  'fernwell',
  'folding chair',
  'garden shed',
  'recycled',
  'cord',
  'steel thermos camper van',
  'edition 40',
  'zzyzx',
];

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
