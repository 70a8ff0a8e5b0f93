import type { ClaimContext, ClaimLevel } from './claims-kinds.ts';
import { rule, type Rule } from './claims-rule.ts';

const warnIfSourced = (page: ClaimContext): ClaimLevel => (page.hasSources ? 'warn' : 'block');

const MEDICAL = { isMedicalTalk: true } as const;

/** What a product is said to do for health, and how sure and safe that is said to be. */
export const HEALTH_RULES: Rule[] = [
  rule(
    'disease',
    'block',
    `<end> ..3 <illness>
     cure|remedy|antidote for|to|against ..2 <illness>
     goodbye to ..2 <illness>
     <illness> goodbye
     <illness> ..4 cured|reversed|gone|disappear|disappears|disappeared|vanish|vanishes|vanished|healed|eliminated|eradicated`,
    { ...MEDICAL, unless: 'ham|meat|meats|bacon|salmon, stop ..2 if|when' },
  ),
  rule(
    'disease',
    'block',
    `<medical> ..3 <serious>
     effective|natural|best|proven|safe|herbal treatment|therapy for|of|against ..2 <serious>
     treatment|treating ..9 improvement ..3 <illness>
     key to ..2 halting|stopping|beating|ending ..2 <illness>
     <ease> ..6 <serious>`,
    {
      ...MEDICAL,
      whenReported: 'soften',
      unless: '<people> ..2 treated|being, you ..2 treated, exercise|exercising|smoking|walking|vegetables|activity',
    },
  ),
  rule(
    'disease',
    'block',
    `<medical> ..3 <complaint>
     effective|natural|best|proven|safe|herbal treatment|therapy for|of|against ..2 <complaint>`,
    { ...MEDICAL, whenReported: 'excuse', unless: '<people> ..2 treated|being, you ..2 treated' },
  ),
  rule(
    'disease',
    'warn',
    `<ease> ..3 <complaint>
     <aid> ..8 <serious>
     <aid> ..3 <complaint>
     treatment|therapy|supplement|supplements|drops|pill|pills|recovery for ..2 <illness>
     flush|flushes|flushing|remove|removes|purge|purges ..2 toxins
     for|beneficial ..2 <people> with ..4 <illness>
     <ease>|<aid>|beneficial ..2 <people> who suffer ..2 <illness>`,
    {
      ...MEDICAL,
      whenReported: 'excuse',
      unless:
        'unsafe|unsuitable|risk|risky|avoid|careful|caution|harmful|dangerous|should|suitable, help line, lower back, exercise|smoking',
    },
  ),
  rule('disease', 'block', 'no more ..1 <illness>', { hasOwnDenial: true, unless: 'than, or less' }),
  rule(
    'replaces_treatment',
    'block',
    `throw|toss|bin|ditch|skip|quit ..4 <medicine>
     alternative|replacement|substitute to|for ..2 <medicine>
     instead|place of ..3 <medicine>
     stop|quit taking|using ..3 <medicine>
     works|work|acts just|exactly like ..1 <medicine>
     works|work|acts like ..1 <medicine>
     as effective|good|strong|powerful|potent as ..2 <medicine>
     better|stronger|safer than ..2 <medicine>
     similar|same potency|effect|strength|power to|as ..8 <medicine>|treatment
     no|not|never|wont longer|need|require ..3 <medicine>
     without ..1 need|needing ..2 <medicine>
     vaccine|insulin|statin|chemo alternative`,
    {
      hasOwnDenial: true,
      unless: `blood test, ask your, talk to, not stop, never stop, need a prescription, needing a prescription, need a doctor, if you,
        if your, skip it, taking it, taking this, taking them, before surgery, no|not|any|worse better, no stronger, worse than`,
    },
  ),
  rule(
    'guarantee',
    'block',
    `guarantee|guarantees|guaranteed|guaranteeing
     certain|sure|bound|100 to work
     certain to work
     works every|each|all time
     works for everyone|everybody|anyone
     never fails|fail
     cannot|cant fail
     100 % effective
     will definitely|certainly work|help|feel|sleep|lose|see`,
    {
      hasOwnDenial: true,
      unless: `refund|refunds|satisfaction|return|returns|postage|warranty|moneyback|delivery|shipping, money back, price match,
        guarantee lasts|covers|runs|terms|period|applies|card|certificate, guarantee is valid, under guarantee, guaranteed analysis,
        day|days|week|weeks|month|months|year|years|lifetime|limited guarantee, maker*|manufacturer*|seller* ..1 guarantee,
        days|weeks|months|years|month|year of ..1 guarantee,
        guarantee of|for ..1 day|days|week|weeks|month|months|year|years, guarantee against ..1 defects|faults|breakage|rust`,
    },
  ),
  rule(
    'approval',
    'block',
    `<regulator> approved|approval|endorsed|recommended|certified|licensed|cleared|backed|accepted
     <regulator> has|have approved|endorsed|certified|cleared|licensed
     approved|endorsed|recommended|certified|cleared|licensed|backed by ..1 <regulator>
     approval|endorsement|blessing of|from|by ..1 <regulator>`,
    {
      ...MEDICAL,
      unless:
        'medicine|medicines|medication|drug|drugs|vaccine|vaccines|device|amount|dose|intake|daily|limit|level|claim|claims|wording',
    },
  ),
  rule(
    'approval',
    'warn',
    `<regulator> registered|compliant|inspected|listed|audited|regulated
     registered with|by ..1 <regulator>`,
  ),
  rule(
    'miracle',
    'block',
    `miracle|miracles|miraculous|miraculously
     magic|magical|wonder bullet|pill|pills|cure|formula|solution|drug|remedy|potion|capsule|supplement
     instant|instantaneous|immediate <effect>
     doctors|pharma|industry|they do|does|dont|doesnt ..1 want ..1 you|us to know
     doctors|dermatologists|dentists|gps hate
     big pharma
     melts ..2 pain|stress|anxiety|wrinkles|cellulite away
     fountain of youth
     cure all`,
    { unless: 'test|tests|reading|readings|meter|scan|recall*, with immediate' },
  ),
  rule(
    'miracle',
    'warn',
    `instantly ..2 relieves|relieve|heal|heals|remove|removes|reduce|reduces|conceal|feel|fixes|whitens|erases|cancels|works|calms
     works|results overnight|instantly
     amazing|incredible|unbelievable|astonishing|jaw results
     secret|hidden ingredient|formula|cure|remedy|weapon|discovery
     revolutionary|breakthrough|groundbreaking
     new|shocking discovery|breakthrough|truth
     weird|simple|strange|odd|one ..1 trick
     say goodbye to
     in ..1 just|only|under|minutes ..1 <n> <time>
     little as ..1 <n>|one|two|three|a|four|five <time>
     in <n> seconds|minutes
     changed|change|changing my|your|our life|lives
     life changing
     do this immediately`,
    {
      whenReported: 'excuse',
      unless: `ship|ships|shipping|deliver*|arrive|arrives|refund|refunds|cook*|heat*|charge|charges|charging|setup|menu,
        boil*|kettle|brew*|heats|battery|install*|prepare*|blend*|read|assemble*|support`,
    },
  ),
  rule(
    'proof',
    warnIfSourced,
    `clinically|scientifically|medically|laboratory|scientific proven|shown|validated|verified|demonstrated
     scientific|clinical proof
     studies|study|research|science|trials|tests prove|proves|proved|confirm|confirms
     proven to
     proven by ..1 science|studies|research
     proven results|effective|formula|remedy|immune`,
    { unless: 'to be safe' },
  ),
  rule(
    'proof',
    'warn',
    `backed|supported by ..3 science|research|studies|evidence
     science|research|evidence backed
     science based
     clinically tested|backed|studied
     studies|research|science show|shows|demonstrate|demonstrates
     shown in ..2 studies|trials`,
    {
      whenReported: 'excuse',
      unless: 'small|mixed|we, found no, this review, our review, no effect, no benefit, little effect, little benefit',
    },
  ),
  rule(
    'safety',
    'block',
    `no|zero|without ..1 any|known|negative|harmful|bad|unwanted side effects
     no|zero|without side effects|effect
     doesnt|dont|not|never have|has|cause|causes ..2 side effects
     free|devoid of|from ..1 side effects
     side effect|effects free
     100 % safe|harmless|non
     <absolutely> safe|harmless
     safe for everyone|everybody|anyone|all
     no risk|risks|danger|dangers
     safe ..2 no matter|any dose|dosage`,
    {
      hasOwnDenial: true,
      whenReported: 'excuse',
      unless: 'serious|prescri*|unknown|asking|refund|refunds|return, most people, not everyone, risk free',
    },
  ),
  rule(
    'safety',
    'warn',
    `risk free
     100 % natural|pure
     non toxic
     all natural cure|remedy|treatment|so
     safe because|as ..2 natural`,
    {
      hasOwnDenial: true,
      unless: 'refund|refunds',
    },
  ),
];
