#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, once: one that is there stays as it is.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets

keep() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  # The account in the container, which has another number, reads it; the folder lets nobody else in.
  chmod 0444 "secrets/$1"
}
random() {
  od -An -vtx1 -N32 /dev/urandom | tr -d ' \n'
}

for name in postgres_password owner_password core_password deliveries_password pulls_password key_pepper secrets_key \
  webhook_key sources_key gateway_token; do
  keep "$name" "$(random)"
done
keep owner_url "postgres://flowarden_owner:$(cat secrets/owner_password)@postgres:5432/flowarden"
keep core_url "postgres://flowarden_core:$(cat secrets/core_password)@postgres:5432/flowarden"
keep deliveries_url "postgres://flowarden_deliveries:$(cat secrets/deliveries_password)@postgres:5432/flowarden"
keep pulls_url "postgres://flowarden_pulls:$(cat secrets/pulls_password)@postgres:5432/flowarden"
