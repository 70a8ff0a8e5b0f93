-- One name for a column: `guide_id`. The store belongs to the program that opens it, so nobody still asks for the old name.
alter table events rename column listicle_id to guide_id;
alter table hours.content rename column listicle_id to guide_id;
alter table hours.guides rename column listicle_id to guide_id;
alter table hours.conversions rename column listicle_id to guide_id;
alter table hours.people rename column listicle_id to guide_id;
-- a scope is named like the column that it is made of
update hours.visitors set scope = 'guide_id' where scope = 'listicle_id';
update hours.visitors set scope = 'guide_id:any' where scope = 'listicle_id:any';
