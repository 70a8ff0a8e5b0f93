import { matchAt, type Meter, type Pattern } from './claims-pattern.ts';
import { patterns } from './claims-rule.ts';
import type { Sentence, Token } from './claims-text.ts';

/** What the rest of a sentence says about the claims in it. */
export type Remarks = {
  /** By word, counted from the first of the sentence: it is under a denial. */
  isDenied: boolean[];
  /** By word: it denies ("no", "not"). */
  denies: boolean[];
  /** The sentence warns of such claims, calls them false or asks whether they are true. */
  isCritical: boolean;
  /** It reports a study together with its size, year or limits. */
  isReport: boolean;
  /** The words before this one (counted from the first of the sentence) speak of someone else who claims something. */
  attributedFrom: number;
  /** From here on the sentence speaks of medicines or doctors, and not by comparing the product to them. */
  medicineFrom: number;
  /** It sends the reader to a doctor. */
  isAdvice: boolean;
};

const CRITICAL = patterns(`
  myth|myths|false|falsely|misleading|unproven|untrue|bogus|scam|scams|fraud|fraudulent|wary|sceptical|skeptical|suspicious|beware|illegal|illegally
  red flag|flags
  too good to be true
  avoid ..2 site|sites|product|products|seller|sellers|anyone|brand|brands|shop|shops|ad|ads|claims
  warning letter|letters
  regulator|regulators|watchdog ..1 fined|banned|warned|ruled|said|told|upheld
  fined|sued
  not acceptable|allowed|permitted
  ignore|ignoring
  no|little|insufficient|weak|inconclusive|poor|scant|limited ..2 evidence|proof
  not enough ..1 evidence|proof|data
  not|never|cannot|couldnt ..2 confirm|verify
  must|may|should not ..2 suggest|say|claim|state|imply
  tells|says|proves|means ..1 little|nothing
  not|doesnt mean
  rests on
  not|dont ..1 believe|trust
  whether it|they|this|that|these|those|the|a|any|one|taking|supplements|magnesium|vitamin|vitamins
  any|no|a|every|if|when product|products|supplement|supplements|seller|ad|ads|site|company|brand ..3 claims|claim|promises|promise|say
  would be a miracle`);

const ATTRIBUTED = patterns(`
  claims|claim|claimed|claiming|promises|promised|advertised|marketed|sold
  label|maker|seller|brand|manufacturer|company|ad|ads ..1 says|say|states|calls`);

const RESEARCH = patterns(`
  trial|trials|study|studies|review|reviews|analysis|meta|research|researchers|evidence|cochrane|participants|placebo|guideline|guidelines|nhs|cdc|nih|scientists`);

const LIMITS = patterns(`
  suggests|suggest|suggested|suggesting|mixed|limited|small|smaller|preliminary|unclear|uncertain|modest|placebo|randomised|randomized|controlled|systematic|pooled|some|short|weak|advises|advise|guideline|guidelines|investigating|studying|inconclusive|observational|lasted|average|averaged
  of ..1 <n> ..1 adults|people|participants|patients|women|men|volunteers|trials|randomised|randomized
  in ..1 the trial
  found no|little|that`);

const MEDICINE = patterns(`
  prescription|prescribed|medicine|medicines|medication|medications|drug|drugs|vaccine|vaccines|antibiotic|antibiotics|statins|statin|chemotherapy|intravenous|injected|surgery|therapy|cognitive
  doctors use`);
const COMPARISON = patterns(`
  better|than|alternative|unlike|without|instead|supplement|supplements|pick|natural|herbal|no`);

const ADVICE = patterns(`
  talk|speak|ask|check|consult|see|tell|needs|need|asking|talking ..3 doctor|physician|pharmacist|gp|dietitian|provider|professional|clinician|oncologist|specialist|midwife`);

const DENIALS = new Set(
  `not cannot never nor neither nobody none nothing rarely hardly few dont doesnt isnt cant wont arent wasnt werent
   couldnt wouldnt shouldnt hasnt havent hadnt didnt mustnt neednt`.split(/\s+/),
);
/** After these a denial says the opposite or nothing: "not only", "don't wait". */
const NO_DENIAL_BEFORE = new Set('only just wait miss delay worry believe doubt matter wonder other'.split(' '));
/** "No" denies the whole clause only before its subject: "no product can", but not "no sugar, cures acne". */
const SUBJECTS = patterns(`
  no ..2 product|products|supplement|supplements|pill|pills|food|evidence|proof|study|studies|trial|trials|one|vitamin|herb|claim|claims|vaccines|drug|drugs|brand|seller|cure|magic|miracle|guarantee|remedy|independent|medical|safe|treatment|alternative|substitute|replacement`);
const ENDS_DENIAL = new Set('but yet however although though'.split(' '));
const NEW_SUBJECTS = new Set('it they this these you we that'.split(' '));
const DENIAL_REACH = 14;
const QUESTION_OPENERS = new Set(
  'does do can is are could will would has did what how why which who should when'.split(' '),
);

/** Reads a sentence once; the work is bounded by its length times a constant. */
export function readRemarks(sentence: Sentence, tokens: readonly Token[], meter: Meter): Remarks {
  const has = (list: Pattern[]): boolean => firstOf(list, sentence, tokens, meter) < sentence.end;
  const opener = tokens[sentence.first]?.word ?? '';
  const asksReader = tokens[sentence.first + 1]?.word === 'you' && opener !== 'can';
  const comparison = has(COMPARISON);
  return {
    ...readDenials(sentence, tokens, meter),
    isCritical: has(CRITICAL) || (sentence.isQuestion && QUESTION_OPENERS.has(opener) && !asksReader),
    isReport: has(RESEARCH) && has(LIMITS),
    attributedFrom: firstOf(ATTRIBUTED, sentence, tokens, meter),
    medicineFrom: comparison ? sentence.end : firstOf(MEDICINE, sentence, tokens, meter),
    isAdvice: has(ADVICE),
  };
}

/** The first word at which one of the patterns begins; the end of the sentence when none does. */
function firstOf(list: readonly Pattern[], sentence: Sentence, tokens: readonly Token[], meter: Meter): number {
  for (let at = sentence.first; at < sentence.end; at++) {
    if (list.some((pattern) => matchAt(pattern, tokens, at, meter) !== undefined)) return at;
  }
  return sentence.end;
}

function readDenials(sentence: Sentence, tokens: readonly Token[], meter: Meter): Pick<Remarks, 'isDenied' | 'denies'> {
  const isDenied: boolean[] = [];
  const denies: boolean[] = [];
  let left = 0;
  for (let at = sentence.first; at < sentence.end; at++) {
    const token = tokens[at];
    if (!token) break;
    const startsAnew = token.pause === 'comma' && NEW_SUBJECTS.has(token.word);
    if (token.pause === 'strong' || startsAnew || ENDS_DENIAL.has(token.word)) left = 0;
    isDenied.push(left > 0);
    const isDenial =
      (DENIALS.has(token.word) && !NO_DENIAL_BEFORE.has(tokens[at + 1]?.word ?? '')) ||
      SUBJECTS.some((pattern) => matchAt(pattern, tokens, at, meter) !== undefined);
    denies.push(isDenial || token.word === 'no');
    left = isDenial ? DENIAL_REACH : Math.max(0, left - 1);
  }
  return { isDenied, denies };
}
