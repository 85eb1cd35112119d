#!/bin/sh
# A sentinel writes what it learns to its file, which begins with the primary of that moment.
set -eu
password=$(cat /run/secrets/redis/password)
export REDISCLI_AUTH="$password"
primary=$(timeout 5 redis-cli -h redis -p 26379 sentinel get-master-addr-by-name parley 2>/dev/null | head -n 1 || true)
case "$primary" in "" | *" "*) primary=redis-0.redis ;; esac
cat > /data/sentinel.conf <<END
port 26379
dir /data
requirepass $password
sentinel resolve-hostnames yes
sentinel announce-hostnames yes
sentinel announce-ip $HOSTNAME.redis
sentinel monitor parley $primary 6379 2
sentinel auth-pass parley $password
sentinel down-after-milliseconds parley 5000
sentinel failover-timeout parley 15000
END
exec redis-sentinel /data/sentinel.conf
