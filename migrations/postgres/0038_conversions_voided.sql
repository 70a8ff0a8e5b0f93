-- A conversion that only an import told of, and the import was taken back. Its row keeps its key, and counts again once it is said anew.
alter table conversions add column voided_at timestamptz;
