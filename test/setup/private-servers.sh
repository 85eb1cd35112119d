# shellcheck shell=bash
# For `source`: starts a RabbitMQ and a PostgreSQL for the tests alone where their programs are installed, and stops them at the end of
# the shell. `run` runs a command that gets the signals of the shell. Ports and names are this shell's own: a run that was killed may
# have left its servers.

# Servers that only the tests use keep their data in memory if there is room.
free_gb=$(df -BG --output=avail /dev/shm 2>/dev/null | tail -1 | tr -dc 0-9 || true)
data=$(mktemp -d -p "$( ((${free_gb:-0} >= 6)) && echo /dev/shm || echo "${TMPDIR:-/tmp}")" parley-servers-XXXXXX)
chmod 711 "$data"
stop=(true)
trap 'for one in "${stop[@]}"; do "$one" >/dev/null 2>&1 || true; done; rm -rf "$data"' EXIT

# Below the ports that the system gives to outgoing connections, and above those that tests give to the platform.
free_port() {
  node -e "
    const { createServer } = require('node:net');
    const look = () => {
      const port = 32_001 + Math.floor(Math.random() * 350);
      createServer()
        .once('error', look)
        .listen(port, '127.0.0.1', function () { this.close(() => console.log(port)); });
    };
    look();"
}

# RabbitMQ reserves three file descriptors for each quorum queue, and takes no more connections when none are left. The usual limit
# of 1,024 is reached with the queues of five installations, so that the tests get a node of their own where that is possible.
rabbitmq=/usr/lib/rabbitmq/bin
if [[ -z ${AMQP_URL:-} && -x $rabbitmq/rabbitmq-server ]]; then
  home=$data/rabbitmq
  mkdir "$home"
  port=$(free_port)
  # The configuration of the machine would name the usual port.
  node=(env HOME="$home" RABBITMQ_NODENAME="parley_tests_$port@localhost" RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 RABBITMQ_NODE_PORT="$port"
    RABBITMQ_DIST_PORT=$((port + 350)) RABBITMQ_MNESIA_BASE="$home" RABBITMQ_LOG_BASE="$home" RABBITMQ_ENABLED_PLUGINS_FILE="$home/plugins"
    RABBITMQ_PID_FILE="$home/pid" RABBITMQ_CONFIG_FILE="$home/broker.conf" RABBITMQ_CONF_ENV_FILE="$home/none")
  echo '[].' >"$home/plugins"
  # By default a client that a busy machine stops for 10 s in its handshake is disconnected.
  echo 'handshake_timeout = 300000' >"$home/broker.conf"
  stop_rabbitmq() { "${node[@]}" $rabbitmq/rabbitmqctl -q stop "$home/pid"; }
  stop+=(stop_rabbitmq)
  # No more than it needs: Erlang makes tables for as many as there may be.
  ({ ulimit -n 65536 2>/dev/null || ulimit -n "$(ulimit -H -n)"; } && "${node[@]}" $rabbitmq/rabbitmq-server -detached)
  "${node[@]}" $rabbitmq/rabbitmqctl -q wait --timeout 60 "$home/pid"
  export AMQP_URL=amqp://guest:guest@127.0.0.1:$port
fi

# A PostgreSQL whose commits wait for no disk, and whose databases are gone before autovacuum would do anything for them. It runs as
# the user that its Debian package creates, which only root can become.
initdb=$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -1 || true)
if [[ -z ${DATABASE_URL:-} && -n $initdb && $(id -u) == 0 ]] && id postgres >/dev/null 2>&1; then
  cluster=$data/postgres
  port=$(free_port)
  settings="-c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off -c full_page_writes=off -c autovacuum=off"
  pg_ctl() { runuser -u postgres -- "$(dirname "$initdb")/pg_ctl" -D "$cluster" -s "$@"; }
  stop_postgres() { pg_ctl -m immediate stop; }
  stop+=(stop_postgres)
  install -d -o postgres "$cluster"
  runuser -u postgres -- "$initdb" -D "$cluster" -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  pg_ctl -w -l "$cluster/log" -o "-p $port -k $cluster $settings" start
  export DATABASE_URL=postgres://postgres@127.0.0.1:$port/postgres
fi

# Bash would run a trap only after a command in the foreground. At a signal the command gets it too, and is waited for.
run() {
  "$@" &
  running=$!
  trap 'kill "$running" 2>/dev/null; wait "$running" || true; exit 143' INT TERM HUP
  wait "$running"
}
