-- What rows were before an administrator's change, and what it left, so that it can be taken back for 30 days. Only columns that are
-- named here: no secret, no trace, nothing that the program itself works out. See platform/server/kept-rows.
create table kept_rows (
  id bigint generated always as identity primary key,
  -- of which transaction; the audit names it
  kept_as uuid not null,
  on_table text not null,
  -- null: one statement changed more rows than are kept
  key text,
  -- of an update the columns that differ; null: the row was not there, or is not there any more
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index kept_rows_kept_as_idx on kept_rows (kept_as);
create index kept_rows_created_idx on kept_rows (created_at);

-- Names the transaction, by a name that means the same in a copy of the database.
create function kept_as() returns uuid language plpgsql as $$
begin
  if coalesce(current_setting('guidepost.kept_as', true), '') = '' then
    perform set_config('guidepost.kept_as', gen_random_uuid()::text, true);
  end if;
  return current_setting('guidepost.kept_as')::uuid;
end $$;

create function kept_part(whole jsonb, columns text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(c, whole -> c) from unnest(columns) c
$$;

-- Arguments: the key of a row, and the columns that are kept. Whoever empties the trash sets `guidepost.keeps_rows` to off before.
create function keep_rows() returns trigger language plpgsql set timezone to 'UTC' as $$
declare
  key text := tg_argv[0];
  columns text[] := string_to_array(tg_argv[1], ',');
  kept int;
begin
  if current_setting('guidepost.keeps_rows', true) = 'off' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into kept_rows (kept_as, on_table, key, after)
      select kept_as(), tg_table_name, r ->> key, kept_part(r, columns) from (select to_jsonb(n) as r from new_rows n limit 5001) n;
  elsif tg_op = 'DELETE' then
    insert into kept_rows (kept_as, on_table, key, before)
      select kept_as(), tg_table_name, r ->> key, kept_part(r, columns) from (select to_jsonb(o) as r from old_rows o limit 5001) o;
  else
    insert into kept_rows (kept_as, on_table, key, before, after)
      select kept_as(), tg_table_name, o.r ->> key, kept_part(o.r, d.differ), kept_part(n.r, d.differ)
        from (select to_jsonb(t) as r from old_rows t) o
        join (select to_jsonb(t) as r from new_rows t) n on n.r ->> key = o.r ->> key
        cross join lateral (select array_agg(c) as differ from unnest(columns) c where o.r -> c is distinct from n.r -> c) d
       where d.differ is not null limit 5001;
  end if;
  get diagnostics kept = row_count;
  if kept > 5000 then
    delete from kept_rows where kept_as = kept_as() and on_table = tg_table_name;
    insert into kept_rows (kept_as, on_table) values (kept_as(), tg_table_name);
  end if;
  return null;
end $$;

do $$
declare
  rule record;
  op record;
begin
  for rule in select * from (values
    ('settings', 'only_row',
      'brand,tagline,disclosure,contact_email,currency,time_zone,click_retention_days,log_retention_days,' ||
      'contact_retention_days,alert_email,alert_severity'),
    ('networks', 'id',
      'name,template_key,status,website_url,login_url,account_id,manager_name,manager_contact,notes,click_param,' ||
      'append_click_id,extra_params,hmac_param,ip_allowlist,param_aliases,status_map,default_status,duplicate_mode,' ||
      'payout_currency,attribution_window_days,payment_terms,min_payout_micros,hold_days,deleted_at'),
    ('sources', 'id',
      'name,template_key,type,status,click_id_param,click_id_token,cost_param,cost_model,cost_currency,parameters,' ||
      'utm_defaults,postback_enabled,postback_method,postback_statuses,event_map,status_map,requires_external_id,' ||
      'send_zero_payout,delay_seconds,notes,deleted_at,traffic_loss_percent,expected_status'),
    ('offers', 'id',
      'name,network_id,category_id,tags,url,preview_url,status,payout_type,payout_micros,payout_percent_bp,' ||
      'payout_currency,payout_source,allow_rebill,starts_at,ends_at,brand,image_url,price_micros,list_price_micros,' ||
      'price_currency,price_checked_at,coupon_code,coupon_text,coupon_ends_at,money_back_days,shipping_note,' ||
      'attributes,notes,deleted_at,forbidden_words,allowed_claims,required_disclaimer,brand_bidding_allowed,' ||
      'payouts_by_country,countries_allowed,countries_blocked,devices_allowed,cap_clicks_daily,cap_conversions_daily,' ||
      'cap_total,cap_timezone,overflow_offer_id,count_late'),
    ('links', 'id',
      'name,slug,status,traffic_source_id,redirect_type,forward_params,forward_list,param_conflict,utm,sticky,' ||
      'fallback_url,starts_at,expires_at,expired_url,notes,tags,deleted_at,rotation,click_limit,kept_source,auto_goal,' ||
      'auto_floor_percent,auto_step_points,auto_frozen_at,cost_model,cost_micros'),
    ('guides', 'id',
      'title,description,status,author_name,main_image_url,deleted_at,slug,category_id,excerpt,methodology,tested,' ||
      'rubric,faq,sources,author_id,reviewer_id,reviewed_at,main_image_alt,meta_title,meta_description,noindex,' ||
      'publish_at,unpublish_at'),
    ('guide_items', 'id',
      'guide_id,offer_id,rank,title,badge,badge_text,score_tenths,summary,body,pros,cons,best_for,not_for,image_url,' ||
      'image_alt,cta_text,fallback_offer_id,is_visible,sponsored_placement,scores,score_reason,attributes,deleted_at,' ||
      'rank_reason'),
    ('reviews', 'id',
      'offer_id,slug,title,status,verdict,score_tenths,pros,cons,sections,author_name,tested,main_image_url,' ||
      'meta_description,deleted_at,author_id,reviewer_id,reviewed_at,sub_scores,faq,sources,gallery,main_image_alt,' ||
      'meta_title,noindex,publish_at,unpublish_at'),
    ('people', 'id',
      'name,slug,credentials,licence_url,job_title,bio,photo_url,same_as,conflicts_of_interest,deleted_at'),
    ('offer_categories', 'id',
      'name,slug,sort_order,color,icon,description,is_default,created_at'),
    ('guide_categories', 'id',
      'name,slug,description,sort_order,is_sample,created_at'),
    ('link_rules', 'id',
      'link_id,place,name,is_enabled,conditions,starts_at,ends_at,created_at'),
    ('destinations', 'id',
      'link_id,type,guide_id,review_id,offer_id,url,name,weight,status,priority,created_at,rule_id,cap_daily_clicks,' ||
      'cap_daily_conversions,is_control,starts_at,ends_at'),
    ('stats_views', 'id',
      'name,query,created_by,created_at'),
    ('images', 'id', 'alt'),
    ('exchange_rates', 'only_row', 'csv')  ) as rules (on_table, key, columns)
  loop
    for op in select * from (values
      ('insert', 'referencing new table as new_rows'),
      ('update', 'referencing old table as old_rows new table as new_rows'),
      ('delete', 'referencing old table as old_rows')
    ) as ops (name, tables)
    loop
      -- of the one row of a table, and of pictures, whose files go with them, only changes can be taken back
      continue when op.name <> 'update' and (rule.key = 'only_row' or rule.on_table = 'images');
      execute format(
        'create trigger keep_rows_%s after %s on %I %s for each statement execute function keep_rows(%L, %L)',
        op.name, op.name, rule.on_table, op.tables, rule.key, rule.columns);
    end loop;
  end loop;
end $$;

-- Which entries belong together: all of one call, as of a bulk change; and by which transaction their rows are kept. Both null in entries
-- of before.
alter table audit
  add column call text,
  add column kept_as uuid;
alter table audit alter column kept_as set default kept_as();
create index audit_call_idx on audit (call) where call is not null;
create index audit_kept_as_idx on audit (kept_as) where call is null;

-- What was taken back, and by which call. Taking that back removes the row.
create table undone_calls (
  call text primary key,
  by_call text not null,
  at timestamptz not null default now()
);
create index undone_calls_by_idx on undone_calls (by_call);
