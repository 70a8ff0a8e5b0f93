-- Slugs that visitors asked for and no link has: how often, and how many of them an ad had paid for. The program keeps 500 at the most.
create table lost_slugs (
  id int generated always as identity primary key,
  slug text not null unique check (length(slug) between 1 and 64),
  visits int not null,
  paid int not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_paid_at timestamptz
);
