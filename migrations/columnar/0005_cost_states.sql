-- Of rows of type 'cost': estimated or confirmed. What the address of a visit says is always an estimate.
alter table events add column cost_state varchar;
