-- A slug that an administrator makes lead to a link does so for good: null. Those of a renamed link rest until their date, as before.
alter table link_slugs alter column until drop not null;
