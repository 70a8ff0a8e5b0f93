-- What an arrival said in words is copied to what came of it, so conversions are cut by it too.
alter table hours.conversions add column region varchar;
alter table hours.conversions add column language varchar;
alter table hours.conversions add column referrer_host varchar;
alter table hours.conversions add column rule_id integer;
alter table hours.conversions add column subs varchar;
alter table hours.conversions add column params varchar;
delete from hours.conversions;
-- hours that are still to be summed up are answered from their rows until then, and made anew
insert into hours.conversions by name
  select ts, click_ts, type, guide_id, review_id, item_id, position, offer_id, network_id, place, depth, source_id, link_id,
         destination_id, country, device, os, browser, utm_source, utm_medium, utm_campaign, utm_term, utm_content, event_kind,
         status, delta_count, delta_micros, currency, base_micros, base_currency, region, language, referrer_host, rule_id, subs,
         params
    from events where type = 'conversion' order by ts;
