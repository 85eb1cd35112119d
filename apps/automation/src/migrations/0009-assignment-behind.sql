-- While events of a tenant arrive late, records that came before those that are known may still be on their way.
alter table assignment_lock add behind_since timestamptz, add behind_until timestamptz;
