-- The wire says traffic_source_id; one name from the call to the row spares a translation.
alter table links rename column source_id to traffic_source_id;
alter index links_source_idx rename to links_traffic_source_idx;
