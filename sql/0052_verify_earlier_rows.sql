-- Verifies the bounds of before in a transaction of its own, which keeps nobody from writing.
select verify_earlier_rows('events');
select verify_earlier_rows('deliveries');
select verify_earlier_rows('delivery_attempts');
