/** The word lists that the claims check builds its patterns from: folded words, several spellings side by side. */

const list = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean);

/** The forms of regular verbs: "cure" gives cure, cures, cured, curing. */
function verbs(text: string): string[] {
  return list(text).flatMap((verb) => {
    if (verb.includes(' ')) {
      const [first = '', ...rest] = verb.split(' ');
      return formsOf(first).map((form) => [form, ...rest].join(' '));
    }
    return formsOf(verb);
  });
}

function formsOf(verb: string): string[] {
  if (verb.endsWith('e')) return [verb, `${verb}s`, `${verb}d`, `${verb.slice(0, -1)}ing`];
  if (/[^aeiou]y$/.test(verb)) return [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`, `${verb}ing`];
  if (/(s|sh|ch|x)$/.test(verb)) return [verb, `${verb}es`, `${verb}ed`, `${verb}ing`];
  if (/^(stop|drop|slim|trim|rid|shed)$/.test(verb)) {
    const doubled = verb + verb.slice(-1);
    return [verb, `${verb}s`, `${doubled}ed`, `${doubled}ing`];
  }
  return [verb, `${verb}s`, `${verb}ed`, `${verb}ing`];
}

/** Illnesses for which a false promise does most harm. */
const serious = list(`
  cancer, cancers, tumor, tumors, tumour, tumours, leukemia, leukaemia, melanoma, lymphoma, diabetes, diabetic,
  alzheimer, alzheimers, dementia, parkinson, parkinsons, heart disease, heart attack, heart attacks, heart failure,
  cardiovascular disease, cardiovascular diseases, a stroke, of stroke, and stroke, or stroke, of strokes, and strokes,
  or strokes, hiv, covid, coronavirus, coronaviruses, virus,
  viruses, viral infection, viral infections, infection, infections, autism, autistic, asd, adhd, attention deficit,
  epilepsy, seizure, seizures, depression, schizophrenia, bipolar, ptsd, multiple sclerosis, lupus, kidney disease,
  kidney failure, liver disease, liver damage, cirrhosis, jaundice, asthma, copd, tuberculosis, malaria, herpes, crohn,
  crohns, ulcer, ulcers, infertility, obesity, addiction, substance use, opioid withdrawal, alcoholism, blood clots, flu,
  influenza, pneumonia, sepsis, eclampsia, macular degeneration, glaucoma, cataract, cataracts, mental decline,
  cognitive decline, memory loss, sclerosis, fibromyalgia, osteoporosis, *itis, any disease, all diseases, every disease,
  human disease, disease, diseases, chronic illness, illness, illnesses`);

/** Lesser complaints and measured values. */
const complaints = list(`
  acne, eczema, psoriasis, rosacea, insomnia, sleeplessness, sleep disorder, sleep disorders, sleep problems, sleep apnea, migraine,
  migraines, headache, headaches, anxiety, panic attacks, blood pressure, high blood pressure, hypertension, cholesterol,
  high cholesterol, blood sugar, a1c, triglycerides, pain, pains, joint pain, back pain, knee pain, nerve pain,
  chronic pain, soreness, stiffness, inflammation, cramps, constipation, diarrhea, diarrhoea, ibs, irritable bowel,
  heartburn, reflux, acid reflux, gout, hair loss, baldness, allergy, allergies, allergens, common cold, colds, cold symptoms, cough, coughs,
  hot flashes, hot flushes, menopause, pms, erectile dysfunction, impotence, prostate problems, enlarged prostate,
  neuropathy, tinnitus, vertigo, anemia, anaemia, bone decay, bone loss, damaged cartilage, damaged joints, joint damage,
  wart, warts, skin tags, toenails, nail fungus, fungus, varicose veins, leaky gut, gut lining, candida, parasites,
  arterial plaque, hormonal imbalance, rash, rashes, sciatica, hangover, hangovers`);

export const WORD_LISTS: Record<string, string[]> = {
  serious,
  complaint: complaints,
  illness: [...serious, ...complaints],
  end: verbs(
    'cure, heal, reverse, eliminate, eradicate, kill, halt, stop, destroy, rebuild, wipe out, get rid of, banish, disable, shrink',
  ),
  medical: verbs('treat, prevent, protect against, protect from, beat, block, repair, defeat').concat(
    list('fight, fights, fighting, fought, protecting you from, protects you from, protect you from'),
  ),
  ease: verbs(`relieve, reduce, lower, ease, alleviate, improve, manage, soothe, calm, control, regulate, balance,
    stabilise, stabilize, combat, decrease, normalise, normalize, tackle, slow`).concat(
    list('good for, great for, beneficial to, beneficial for, aid in, aids in, relief from, relief for, solution for'),
    list('solutions for, solution to, improvement in, effective for, effective against, works for, work for'),
  ),
  /** Too common in neutral copy to block. */
  aid: verbs('help, support, target, boost'),
  people: list('people, person, those, anyone, patients, adults, kids, children, women, men, sufferers, users'),
  time: list(`second, seconds, minute, minutes, hour, hours, day, days, night, nights, overnight, week, weeks, month,
    months, weekend, fortnight, daily, weekly`),
  weight:
    list(`lb, lbs, pound, pounds, kg, kgs, kilo, kilos, kilogram, kilograms, stone, stones, inch, inches, cm, dress,
    clothes`),
  lose: list('lose, loses, losing, lost, cut, cuts, reduce, reduces, take off, melt, melts').concat(
    verbs('drop, shed, burn'),
  ),
  doctors: list(`doctors, physicians, dermatologists, dentists, cardiologists, pediatricians, paediatricians, surgeons,
    nutritionists, dietitians, pharmacists, specialists, clinicians, gps, oncologists, neurologists, optometrists,
    urologists, scientists, health professionals, health experts, healthcare professionals, medical professionals,
    medical experts`),
  doctor:
    list(`doctor, physician, dermatologist, dentist, cardiologist, pediatrician, paediatrician, surgeon, nutritionist,
    dietitian, pharmacist, specialist, clinician, md, oncologist, optometrist, urologist, gp`),
  praise:
    list(`recommend, recommended, approve, approved, trust, trusted, endorse, endorsed, love, loved, choose, chosen,
    swear by, prefer, preferred, formulated, developed, amazed, backed, favorite, favourite`),
  regulator:
    list(`fda, mhra, ema, efsa, tga, nhs, cdc, world health organization, nih, health canada, food and drug administration, usda,
    government, federally, ftc`),
  absolutely: list('completely, totally, perfectly, absolutely, entirely, fully, always, utterly, proven'),
  medicine:
    list(`medicine, medicines, medication, medications, medical treatment, drug, drugs, prescription, prescriptions,
    insulin, statins, statin, metformin, chemotherapy, chemo, surgery, antidepressant, antidepressants, antibiotic,
    antibiotics, painkillers, ozempic, wegovy, semaglutide, viagra, botox, steroid, steroids, steroid cream, vaccine,
    vaccines, blood thinners, blood pressure pills, inhaler, doctor, therapy, ibuprofen, xanax, valium, ritalin, adderall`),
  effect:
    list(`relief, results, result, effect, effects, cure, fix, energy, improvement, weight loss, pain relief, sleep,
    relaxation, calm, difference, transformation`),
};
