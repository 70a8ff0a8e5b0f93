-- The indexes of migration 0091 serve what these did.
drop index alerts_last_idx;
drop index contact_messages_created_idx;
