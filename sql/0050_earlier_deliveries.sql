-- Bounds the ids of earlier deliveries; see `0049_day_partitions.sql`.
select bound_earlier_rows('deliveries', 'id');
