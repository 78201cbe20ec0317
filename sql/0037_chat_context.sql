-- What only chat messages say of an event: whose run it is, and how many findings would block.

alter table events add column chat json;
