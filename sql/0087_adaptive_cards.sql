-- A third format for chats: Adaptive Cards.
alter table webhooks
  drop constraint webhooks_target_check,
  add constraint webhooks_target_check check (target in ('generic', 'chat-a', 'chat-b', 'chat-c'));
