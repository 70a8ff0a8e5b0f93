import { columns, type Described } from './described.ts';

/** What readers see, and who made it. */
export const CONTENT: readonly Described[] = [
  {
    table: 'guides',
    file: 'guides',
    what: 'Guides: public pages with a ranked list of products (/listicles/{id}).',
    columns: columns(`
title: Its headline.
category_id: Its shelf: id in guide-categories.
excerpt: Its summary on cards.
methodology: How the products were picked.
rubric: Criteria with their weights.
shown: The order of products that readers saw last, by which a change is told.
is_order_old: Whether that order is one of before it was kept.`),
  },
  {
    table: 'guide_categories',
    file: 'guide-categories',
    what: 'Shelves of guides (/categories/{slug}).',
    columns: {},
  },
  {
    table: 'guide_items',
    file: 'guide-products',
    what: 'Products of guides: an offer at a rank, with the text about it.',
    columns: columns(`
rank: Its place in the guide, 1 is the first.
title: Its title, where it is not the name of the offer.
badge: The kind of its badge.
badge_text: The words of its badge.
summary: What it is in a sentence.
body: The text about it.
best_for: Whom it suits.
not_for: Whom it does not suit.
image_url: Its picture.
image_alt: The text of the picture.
cta_text: The words of its button.
fallback_offer_id: Who is sold instead when the offer is not to be had: id in offers.
is_visible: Readers see it.
sponsored_placement: The place was paid for.
scores: Scores by criterion of the rubric.
score_reason: Why the total is not that of the rubric.
attributes: Facts for the comparison table.
rank_reason: Why it stands above one with a better score.`),
  },
  {
    table: 'reviews',
    file: 'reviews',
    what: 'Reviews: the public page of one offer (/offer-reviews/{slug}).',
    columns: columns(`
title: Its headline.
verdict: The verdict.
sections: The text, in sections.
sub_scores: Scores by subject.
gallery: Further pictures.
shown_digest: Digest of what readers see, by which revised_at moves.`),
  },
  {
    table: 'people',
    file: 'people',
    what: 'Authors and reviewers, as named on public pages.',
    columns: columns(`
credentials: Degrees and licences behind the name.
licence_url: Where the licence can be looked up.
job_title: What the person does.
bio: About the person.
photo_url: A picture of the person.
same_as: Addresses of the same person elsewhere.
conflicts_of_interest: What readers should know.`),
  },
  {
    table: 'images',
    file: 'media',
    what: 'Pictures. The files lie in pictures/ under their keys; the manifest tells the content type of each.',
    columns: columns(`
hash: SHA-256 of the upload, by which a second one is known.
key: Where the file lies under pictures/.
mime: Content type.
width: Pixels.
height: Pixels.
bytes: Size of the file.
variants: Smaller forms, each with its key under pictures/.
alt: The text for those who do not see it.
variants_made_at: When the smaller forms were made.
variants_tries: How often that was tried.
variants_bytes: Size of the smaller forms together.`),
  },
  {
    table: 'slug_redirects',
    file: 'redirects',
    what: 'Addresses of before, which lead to where the page is now.',
    columns: columns(`
kind: review, person, guide-category or another kind of page.
target_id: The id of the page.`),
  },
  {
    table: 'drafts',
    file: 'drafts',
    what: 'Unpublished changes of guides and reviews.',
    columns: columns(`
kind: guide or review.
entity_id: The id of the guide or review.
user_id: Whose draft it is: id in users.
content: The whole content.
base_version: The version that it began from.
restored_from: The revision that it was taken from.`),
  },
  {
    table: 'revisions',
    file: 'revisions',
    what: 'What guides and reviews said at each save.',
    columns: columns(`
kind: guide or review.
entity_id: The id of the guide or review.
number: Counts from 1.
action: What was done.
content: The whole content of then.`),
  },
  {
    table: 'contact_messages',
    file: 'contact-messages',
    what: 'What readers wrote through the contact form.',
    columns: columns(`
name: Who wrote, as given.
email: Where to answer.
message: What they wrote.
is_read: Somebody has read it.`),
  },
];
