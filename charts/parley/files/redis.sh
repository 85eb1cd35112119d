#!/bin/sh
# Starts as a replica of the primary that the sentinels know, or else of the first pod; that one alone starts as a primary.
set -eu
password=$(cat /run/secrets/redis/password)
export REDISCLI_AUTH="$password"
own="$HOSTNAME.redis"
primary=$(timeout 5 redis-cli -h redis -p 26379 sentinel get-master-addr-by-name parley 2>/dev/null | head -n 1 || true)
case "$primary" in "" | *" "*) primary=redis-0.redis ;; esac
set -- --requirepass "$password" --masterauth "$password" --maxmemory-policy noeviction --maxmemory 400mb --save '' \
  --replica-announce-ip "$own" --min-replicas-to-write 1 --min-replicas-max-lag 5 --dir /data
if [ "$primary" != "$own" ]; then set -- "$@" --replicaof "$primary" 6379; fi
exec redis-server "$@"
