import type { ClaimContext, ClaimLevel } from './claims-kinds.ts';
import { rule, type Rule } from './claims-rule.ts';

const unlessHandsOn = (page: ClaimContext): ClaimLevel | undefined =>
  page.tested === 'hands_on' ? undefined : 'block';
const unlessReviewed = (page: ClaimContext): ClaimLevel | undefined => (page.hasReviewer ? undefined : 'block');
const warnIfReviewed = (page: ClaimContext): ClaimLevel => (page.hasReviewer ? 'warn' : 'block');

/** How a product is made to look tested, recommended, scarce, quick and without equal. */
export const SALES_RULES: Rule[] = [
  rule(
    'doctor',
    unlessReviewed,
    `medically|clinically|doctor|physician|expert reviewed|verified|vetted by|content|guide|our
     medically reviewed|verified|vetted`,
  ),
  rule(
    'doctor',
    warnIfReviewed,
    `<doctor> recommended|approved|trusted|endorsed|formulated|developed|backed|tested|designed
     <doctors> ..1 <praise>
     recommended|approved|trusted|endorsed|loved|chosen|formulated|developed|used|backed by ..3 <doctors>
     <n>|nine out of <n>|ten ..1 <doctors>
     <n>|nine of|in <n>|ten ..1 <doctors>
     doctor reveals|swears`,
    {
      unless:
        'should|ask|statins|guideline|guidelines|seeing, your doctor, a doctor, if your, recommend that, recommend at',
    },
  ),
  rule(
    'urgency',
    'block',
    `hurry
     act now|today
     act fast|quickly this|before|while|and|stock
     order|buy|claim now|today before|while|and|to
     order|buy ..2 before ..3 gone|late|sold|out
     only <n> ..3 left|remaining
     <n> left ..1 stock
     limited time|stock|quantities|availability|supply offer|deal|price|discount|only|sale|left|remaining
     while supplies|stocks|stock last|lasts
     supplies|stock ..1 running out
     sale|offer|deal|discount|coupon|promotion ..2 ends|expires|ending ..1 today|tonight|soon|now|midnight|tomorrow
     ends|expires in <n>|hours|minutes
     ends today|tonight|soon|midnight
     last chance
     final hours
     today only
     selling out|fast
     almost|nearly sold|gone out
     almost gone
     <n> ..1 people|shoppers|others|customers are ..1 viewing|looking|watching|buying
     do not|dont miss|wait|delay
     dont miss|wait|delay
     before ..2 too late
     going|selling fast`,
    {
      hasOwnDenial: true,
      unless:
        'trial|study|symptoms|doctor|appointment|months|safety|medical|care|treatment|dose|doses, use it, take it, pay later, today only a|one|two|three|four|some|few|<n>',
    },
  ),
  rule(
    'tested',
    unlessHandsOn,
    `we|i|our|team|editors|staff|writers|experts|reviewers personally|also|have|has|ve|all ..1 tested|tried|tasted|worn|slept
     we|i|ive|weve tested|tried|tasted|slept|wore
     our ..1 testers|tester|testing|tests|test|lab|panel
     our ..1 team|editors|editor|staff|writers|experts|reviewers|reviewer ..1 tested|tried|tasted|wore|slept
     our ..1 team|editors|editor|staff|writers|experts|reviewers|reviewer ..1 used it|this|them|each|every|all
     hands on test|tests|testing|review|experience
     i|we took ..2 for|every|daily|each|twice
     i used ..2 for|every|daily|each|twice
     after ..2 weeks|months|days of testing
     in our own use`,
    { unless: 'tried to' },
  ),
  rule(
    'weight_loss',
    'block',
    `<lose> ..2 <n>|one|two|three|five|ten|half ..1 <weight>
     <lose> ..2 <n> % ..3 weight|fat|waist
     get rid of <n> % ..3 fat|weight
     <lose>|lower|decrease ..4 by ..3 <n> <weight>
     <lose>|decrease waist|hip|hips|thigh|belly ..4 <n> <weight>
     <lose> ..1 pounds|inches|weight|kilos|fat ..2 in|within|every ..2 <time>
     cut|drop|shed pounds ..4 every|in|each|per <time>
     lose|losing|slim|burn|trim|shed ..4 without ..2 diet|dieting|exercise|exercising|effort|changing|hunger
     slim|lose|weight|burn ..4 no ..1 diet|exercise|effort
     no diet|exercise ..4 no|or|and|& diet|exercise
     permanent weight loss
     lose weight|fat permanently|forever
     substantial|massive|rapid|extreme|effortless weight loss
     eat what|whatever|anything you want|like
     never ..4 diet|dieting again
     dont|not|never have|need to watch|count|change|diet ..10 lose|slim
     blocks|block ..3 absorption of ..1 fat|calories|carbs
     lose substantial weight`,
    {
      hasOwnDenial: true,
      whenReported: 'excuse',
      unless: 'receipt|gradual*|placebo|risk|risks|harmful|dangerous|unsafe, control group, can cause',
    },
  ),
  rule(
    'weight_loss',
    'warn',
    `melt|melts|melting|burn|burns|burning|torch|torches|blast|blasts|block|blocks|flush|flushes|destroy ..2 fat|cellulite
     trim|trims|slim|slims|shrink|shrinks|flatten|flattens ..2 waist|belly|tummy|stomach|hips|thighs
     lose|losing|shed weight|pounds ..2 fast|quickly|easily|effortlessly|rapidly
     fat burner|burning|melting
     accelerate|accelerates|boosts|speeds weight loss|up
     drop|lose ..2 dress sizes`,
    { whenReported: 'excuse' },
  ),
  rule(
    'before_after',
    'warn',
    `before and|&|vs after ..1 photo|photos|picture|pictures|image|images|results|result|transformation|transformations|shots|shot|story|stories|gallery|video
     amazing|incredible|see|her|his|stunning|dramatic ..2 before and after
     amazing|incredible|stunning|dramatic|unbelievable|her|his transformation|transformations`,
  ),
  rule(
    'superlative',
    'warn',
    `most effective|powerful|potent ..2 supplement|remedy|cure|treatment|relief|burner|formula|sleep|way|pill|ingredient|suction|solution|antioxidant
     strongest|fastest|greatest|finest ..2 supplement|remedy|cure|treatment|relief|burner|formula|sleep|pill|antioxidant
     best remedy|cure|treatment|medicine|painkiller
     best fat|pain|anxiety burner|relief|cure|remedy
     nothing works|helps|beats ..1 better|faster
     nothing beats
     world best|leading|strongest|number
     worlds best|leading|strongest
     number one|1|# remedy|supplement|cure|treatment|sleep|choice|pill|solution|product|brand
     # 1|one ..1 remedy|supplement|cure|treatment|sleep|choice|pill|solution|product|brand
     works|helps better|faster than any|all|every|anything
     unbeatable|unrivalled|unrivaled|unmatched ..2 relief|results|effect|power|potency`,
    { whenReported: 'excuse' },
  ),
];
