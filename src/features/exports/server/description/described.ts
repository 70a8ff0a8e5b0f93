/** What is told of one kind of record: the table that it lies in, the file that it is written to, and each column. */
export type Described = {
  table: string;
  /** Under `records/`, without its ending. */
  file: string;
  what: string;
  /** By column; what all kinds share is in COMMON. */
  columns: Readonly<Record<string, string>>;
  /** Columns that are not in the file, with the reason. */
  leftOut?: Readonly<Record<string, string>>;
  /** Sealed columns that are opened for the file, by the names that they have there. */
  opened?: Readonly<Record<string, string>>;
};

/** Lines such as `title: What it is called.` */
export const columns = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const at = line.indexOf(':');
        return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      }),
  );

/** Columns that mean the same wherever they stand. */
export const COMMON = columns(`
id: Its number, which stays the same for good.
version: How often it was saved.
created_at: When it was made.
updated_at: When it was last saved.
deleted_at: When it was put in the trash; null: it is not there.
created_by: Who made it: id in users.
is_sample: Part of the sample that a first start brings.
notes: Notes of the team, never public.
name: What it is called.
slug: Its part of the public address.
status: Its state.
network_id: id in networks.
offer_id: id in offers.
guide_id: id in guides.
review_id: id in reviews.
source_id: The traffic source: id in traffic-sources.
link_id: The tracking link: id in tracking-links.
destination_id: id in destinations.
item_id: The product of a guide: id in guide-products.
rule_id: id in link-rules.
conversion_id: id in conversions.
visit_id: visit_id of the visit.
view_id: The view of a page that led here.
click_id: click_id of the click.
position: The rank of the product when it was clicked.
external_id: The click id of the traffic source, in its own spelling.
ad_ids: Click ids of ad platforms by parameter (gclid, fbclid ...).
utm: utm parameters by name.
subs: sub1 to sub10 by name.
params: What the source sent along, by alias.
country: ISO 3166 code of two letters.
region: The region of the country, where the file of places has it.
city: The city, where the file of places has it.
channel: By which way somebody came: paid, organic_search, social, ai_assistant, email, referral, direct, internal, other.
device: desktop, mobile, tablet ...
os: Operating system.
browser: Browser.
os_version: Operating system with its version.
browser_version: Browser with the first number of its version.
language: Language of the browser.
referrer_host: The host that led here.
is_bot: Not a person.
is_internal: The team's own, or of somebody who opted out: in no count.
author_id: Who wrote it: id in people.
reviewer_id: Who checked it: id in people.
reviewed_at: When it was checked.
author_name: The author's name as text, from before there were people.
main_image_url: Its main picture: /images/ and a key under pictures/, or an address.
main_image_alt: The text of the main picture for those who do not see it.
meta_title: Title for search engines.
meta_description: Description for search engines.
noindex: Search engines are asked not to list it.
first_published_at: When it was first public.
revised_at: When what readers see last changed.
publish_at: When it is to become public.
unpublish_at: When it is to stop being public.
tested: How the products were looked at (research_only: not tested).
faq: Questions and answers.
sources: What it refers to.
changes: What readers are told of its changes.
pros: What speaks for it, in order.
cons: What speaks against it, in order.
score_tenths: Its score in tenths: 87 is 8.7.
sort_order: Its place among others.
description: A description in words.
currency: ISO 4217 code.
payout_micros: Payout in millionths of the currency unit.
payout_currency: ISO 4217 code of the payout.
actor_name: Who did it, as called then.
undone_at: When it was undone.
undone_by: Who undid it.
starts_at: From when it holds.
ends_at: Until when it holds.
place: Its place in the order.
first_at: When it was first so.
last_at: When it was last so.
tags: Words that it is sorted by.
`);

/** @returns undefined when nobody described it */
export const wordsFor = (described: Described, column: string): string | undefined =>
  described.columns[column] ?? COMMON[column];
