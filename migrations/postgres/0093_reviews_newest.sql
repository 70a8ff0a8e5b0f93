-- The newest public reviews, for the feed.
create index reviews_newest_idx on reviews (first_published_at desc nulls last, id desc)
  where deleted_at is null and status in ('published', 'featured');
