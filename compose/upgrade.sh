#!/usr/bin/env bash
# compose/upgrade.sh: builds the images of this checkout and replaces the running containers without a request that fails: the
# migrations first, then one service after the other, the gateway last (docs/upgrades.md). New containers start beside the old
# ones, which are stopped once the new ones are healthy. PostgreSQL, Redis and RabbitMQ stay as they are. An upgrade that was
# interrupted is repeated.
# compose/upgrade.sh --rollback: back to the release before, in the checkout of that: the gateway first, and the schema stays.
set -euo pipefail
cd "$(dirname "$0")/.."
case "$*" in
  '') rollback=false ;;
  --rollback) rollback=true ;;
  *) echo 'usage: compose/upgrade.sh [--rollback]' >&2; exit 2 ;;
esac
docker compose build
$rollback || docker compose run --rm --no-deps migrate
mapfile -t services < <(docker compose config --services | grep -xvE 'migrate|edge|gateway|postgres|redis|rabbitmq')
if $rollback; then services=(gateway "${services[@]}"); else services+=(gateway); fi
for service in "${services[@]}"; do
  mapfile -t old < <(docker compose ps --quiet "$service")
  new=$((${#old[@]} > 0 ? ${#old[@]} : 1))
  docker compose up --detach --no-deps --no-recreate --wait --scale "$service=$((${#old[@]} + new))" "$service"
  [[ ${#old[@]} == 0 ]] || { docker stop "${old[@]}" && docker rm "${old[@]}"; } >/dev/null
done
# A proxy with the same settings stays.
docker compose up --detach --no-deps edge
