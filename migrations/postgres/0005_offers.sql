create table offer_categories (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9-]+$'),
  sort_order int not null default 0,
  color text,
  icon text,
  description text,
  is_default boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index offer_categories_name_idx on offer_categories (lower(name));
insert into offer_categories (name, slug, is_default) values ('Uncategorised', 'uncategorised', true);

create table offers (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 255),
  network_id int references networks on delete restrict,
  category_id int not null references offer_categories on delete restrict,
  tags jsonb not null default '[]',
  url text not null check (length(url) <= 2048),
  preview_url text,
  status text not null default 'active' check (status in ('draft', 'active', 'paused', 'archived')),
  payout_type text not null default 'cpa' check (payout_type in ('cpa', 'cpl', 'cpc', 'revshare', 'hybrid')),
  payout_micros bigint not null default 0 check (payout_micros >= 0),
  -- Hundredths of a percent: 12.5 % = 1250.
  payout_percent_bp int not null default 0 check (payout_percent_bp between 0 and 10000),
  payout_currency text not null check (payout_currency ~ '^[A-Z]{3}$'),
  payout_source text not null default 'postback_else_fixed' check (payout_source in ('postback', 'fixed', 'postback_else_fixed')),
  allow_rebill boolean not null default true,
  starts_at timestamptz,
  ends_at timestamptz,
  brand text,
  image_url text,
  price_micros bigint check (price_micros >= 0),
  list_price_micros bigint check (list_price_micros >= 0),
  price_currency text check (price_currency ~ '^[A-Z]{3}$'),
  price_checked_at timestamptz,
  coupon_code text,
  coupon_text text,
  coupon_ends_at timestamptz,
  money_back_days int,
  shipping_note text,
  attributes jsonb not null default '{}',
  notes text,
  is_sample boolean not null default false,
  version int not null default 1,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index offers_name_idx on offers (coalesce(network_id, 0), lower(name)) where deleted_at is null;
create index offers_network_idx on offers (network_id);
create index offers_category_idx on offers (category_id);
