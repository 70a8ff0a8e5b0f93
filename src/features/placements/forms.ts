/** How a traffic source takes a list of placements that it is to leave out. What a vendor takes is from its own pages, read on the day that is told. */
export type Form = {
  key: string;
  label: string;
  /** Where it is put there, in words. */
  where: string;
  /** Under which names its templates send placements along. */
  aliases: readonly string[];
  /** Of the vendor's own page; undefined for what any source takes. */
  source?: string;
  verifiedOn?: string;
  of: (placements: readonly string[]) => string;
};

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** The first that sends such a parameter is offered first; plain lists are there for all. */
export const FORMS: readonly Form[] = [
  {
    key: 'lines',
    label: 'One per line',
    where: 'Paste it where the source asks for a list.',
    aliases: [],
    of: (placements) => placements.join('\n'),
  },
  {
    key: 'commas',
    label: 'With commas',
    where: 'Paste it where the source asks for a list with commas.',
    aliases: [],
    of: (placements) => placements.join(','),
  },
  {
    key: 'taboola',
    label: 'Taboola',
    where:
      'Body of PATCH …/block-publisher of the Backstage API: adds them to what the account leaves out. The names are those that {site} sends.',
    aliases: ['site'],
    source: 'https://developers.taboola.com/backstage-api/reference/update-blocked-publishers-for-account',
    verifiedOn: '2026-11-27',
    of: (placements) => json({ sites: placements, patch_operation: 'ADD' }),
  },
  {
    key: 'outbrain_publishers',
    label: 'Outbrain, publishers',
    where:
      'Body of PUT …/campaigns/CAMPAIGN_ID of the Amplify API: it takes the place of what is blocked now, so add that before.',
    aliases: ['publisher_id'],
    source: 'https://groups.google.com/g/outbrain-amplifyapi/c/as8FwJETmZs',
    verifiedOn: '2026-11-27',
    of: (placements) => json({ blockedSites: { blockedPublishers: placements.map((id) => ({ id })) } }),
  },
  {
    key: 'outbrain_sections',
    label: 'Outbrain, sections',
    where:
      'Body of PUT …/campaigns/CAMPAIGN_ID of the Amplify API: it takes the place of what is blocked now, so add that before.',
    aliases: ['section_id'],
    source: 'https://groups.google.com/g/outbrain-amplifyapi/c/as8FwJETmZs',
    verifiedOn: '2026-11-27',
    of: (placements) => json({ blockedSites: { blockedSections: placements.map((id) => ({ id })) } }),
  },
  {
    key: 'mgid',
    label: 'MGID',
    where: 'A file for Import, Blocklist of the campaign: the UIDs of the widgets, one per line.',
    aliases: ['widget_id'],
    source: 'https://help.mgid.com/how-to-exclude-low-performing-publishers',
    verifiedOn: '2026-11-27',
    of: (placements) => placements.join('\n'),
  },
  {
    key: 'propellerads',
    label: 'PropellerAds',
    where: 'Zones of the campaign, Exclude: the ids with commas. A zone that is left out is so with all its subzones.',
    aliases: ['zoneid', 'zone_id'],
    source: 'https://help.propellerads.com/en/articles/8921867-subzone-targeting',
    verifiedOn: '2026-11-27',
    of: (placements) => placements.join(','),
  },
];

/** The vendor's own form before the plain ones, others last. @param template the key of the source's template */
export const formsFor = (alias: string, template: string | null): readonly Form[] =>
  FORMS.toSorted((a, b) => rankOf(a, alias, template) - rankOf(b, alias, template));

const rankOf = (form: Form, alias: string, template: string | null): number =>
  form.aliases.length === 0 ? 1 : form.aliases.includes(alias) && template?.startsWith(form.key.split('_')[0]!) ? 0 : 2;
