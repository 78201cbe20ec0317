-- Verifies the earlier bounds in a separate transaction, which blocks no writer.
select verify_earlier_rows('events');
select verify_earlier_rows('deliveries');
select verify_earlier_rows('delivery_attempts');
