create table sources (
  id int generated always as identity primary key,
  name text not null check (length(name) between 1 and 255),
  template_key text,
  type text not null default 'other'
    check (type in ('native', 'search', 'social', 'push', 'email', 'organic', 'influencer', 'other')),
  status text not null default 'active' check (status in ('active', 'paused', 'archived')),
  click_id_param text check (click_id_param ~ '^[A-Za-z0-9_.-]{1,64}$'),
  -- The source's own token for its click id, such as {click_id}; part of the suffix that is pasted behind ad URLs.
  click_id_token text,
  cost_param text check (cost_param ~ '^[A-Za-z0-9_.-]{1,64}$'),
  cost_model text not null default 'none' check (cost_model in ('cpc', 'cpm', 'cpa', 'flat', 'none')),
  cost_currency text not null default 'USD' check (cost_currency ~ '^[A-Z]{3}$'),
  parameters jsonb not null default '[]',
  utm_defaults jsonb not null default '{}',
  postback_enabled boolean not null default false,
  -- Sealed: template, body and headers may hold the account's secret. The masked form is what lists show.
  postback_url_sealed text,
  postback_url_masked text,
  postback_method text not null default 'GET' check (postback_method in ('GET', 'POST')),
  postback_body_sealed text,
  postback_headers_sealed text,
  postback_statuses jsonb not null default '["approved"]',
  event_map jsonb not null default '{}',
  status_map jsonb not null default '{}',
  requires_external_id boolean not null default true,
  send_zero_payout boolean not null default false,
  delay_seconds int not null default 0 check (delay_seconds between 0 and 86400),
  notes text,
  is_sample boolean not null default false,
  version int not null default 1,
  created_by int references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index sources_name_idx on sources (lower(name)) where deleted_at is null;
