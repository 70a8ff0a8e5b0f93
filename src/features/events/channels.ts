/** By which way somebody came; the closed list. `other`: the address says something of it that nobody knows. */
export const CHANNELS = {
  paid: 'Paid',
  organic_search: 'Organic search',
  social: 'Social',
  ai_assistant: 'AI assistants',
  email: 'E-mail',
  referral: 'Referral',
  direct: 'Direct',
  internal: 'From another page of the site',
  other: 'Other',
} as const;
export type Channel = keyof typeof CHANNELS;

/** What a crawler of an assistant fetches pages for; the closed list. */
export const CRAWLER_PURPOSES = {
  answer: "A person's question",
  search: 'Search',
  training: 'Training of models',
  dataset: 'Collections of data',
} as const;
export type CrawlerPurpose = keyof typeof CRAWLER_PURPOSES;
