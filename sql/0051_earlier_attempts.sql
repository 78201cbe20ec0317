-- Bounds the ids of earlier attempts; see `0049_day_partitions.sql`.
select bound_earlier_rows('delivery_attempts', 'delivery_id');
