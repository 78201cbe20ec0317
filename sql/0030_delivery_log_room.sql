-- A delivery is written twice, when it is made and when it has ended. With room for both on one page, the second does not
-- have to touch the indexes.
alter table deliveries set (fillfactor = 50);
