#!/usr/bin/env bash
# Backs up the database and the files of an installation, and restores them (docs/backup.md). The CronJob, docker compose and a test
# run this file. It needs bash, GNU tar and coreutils, and PostgreSQL's programs of the server's major version or a newer one.
#   backup.sh backup                      makes a backup, and removes all but the newest BACKUP_KEEP
#   backup.sh list                        prints the names of the backups, oldest first
#   backup.sh restore [--replace] [NAME]  restores one, or the newest, into an empty installation; --replace empties it first
# DATABASE_URL or DATABASE_URL_FILE is that of the owner, past a pooler. FILE_DIR is the folder of the files, if there is one.
set -euo pipefail
umask 077

BACKUP_DIR=${BACKUP_DIR:-/backups}
BACKUP_KEEP=${BACKUP_KEEP:-14}
FILE_DIR=${FILE_DIR:-}
# What is in the database, which is that of an installation alone.
SCHEMAS="pg_namespace where nspname !~ '^(pg_|information_schema\$|public\$)'"

main() {
  case ${1:-} in
    backup) backup ;;
    list) names ;;
    restore) restore "${@:2}" ;;
    *) fail 'usage: backup.sh backup | list | restore [--replace] [NAME]' 2 ;;
  esac
}

backup() {
  [[ $BACKUP_KEEP =~ ^[1-9][0-9]*$ ]] || fail 'BACKUP_KEEP must be a number above 0' 2
  read_url
  hold_removals
  # Another backup would hold the lock: these are of one that was killed.
  rm -rf "$BACKUP_DIR"/.partial-*
  local name work
  name=$(date --utc +%Y%m%dT%H%M%SZ)
  work=$BACKUP_DIR/.partial-$name
  mkdir "$work"
  # One snapshot of all schemas. A lock that a migration holds is not waited for with those of other tables in hand.
  pg_dump --dbname="$url" --format=custom --lock-wait-timeout=5min --file="$work/database.dump"
  # Each object of a row in the dump is there, because none is removed since then; objects never change.
  if [[ $FILE_DIR ]]; then copy_files "$work/files.tar"; fi
  ask 'select 1'
  (cd "$work" && sha256sum -- * >SHA256SUMS)
  sync "$work"/*
  mv --no-target-directory "$work" "$BACKUP_DIR/$name"
  sync "$BACKUP_DIR"
  remove_old
  echo "$name: $(du --human-readable --summarize "$BACKUP_DIR/$name" | cut --fields=1)"
}

# The session holds a lock until it ends with this script, and meanwhile the file service removes no object of a deleted file
# (apps/file/src/storage/removed-objects.ts).
hold_removals() {
  coproc SESSION { sql; }
  exec {questions}>&"${SESSION[1]}" {answers}<&"${SESSION[0]}"
  ask "select 1 from pg_advisory_lock(7311, hashtext('file'))"
}

ask() {
  local answer
  echo "$1;" >&"$questions"
  read -r answer <&"$answers" && [[ $answer == 1 ]] || fail 'the connection to the database was lost'
}

# Copies what the file service has stored, without uploads that are not complete.
copy_files() {
  stored | {
    # It exits with 1 where a folder has changed, by an upload.
    tar --create --file="$1" --directory="$FILE_DIR" --numeric-owner --exclude='*.part' --null --files-from=- || [[ $? -eq 1 ]]
  }
}

# The folders of workspaces: the root of a volume has others.
stored() {
  find "$FILE_DIR" -mindepth 1 -maxdepth 1 -name 'ws_*' -printf '%f\0'
}

remove_old() {
  local old
  names | head --lines="-$BACKUP_KEEP" | while read -r old; do
    mv "$BACKUP_DIR/$old" "$BACKUP_DIR/.partial-$old"
    rm -r "$BACKUP_DIR/.partial-$old"
  done
}

names() {
  find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -type d -name '????????T??????Z' -printf '%f\n' | sort
}

restore() {
  local replace= name
  if [[ ${1:-} == --replace ]]; then
    replace=yes
    shift
  fi
  name=${1:-$(names | tail --lines=1)}
  [[ $name && -d $BACKUP_DIR/$name ]] || fail "there is no backup ${name:-in $BACKUP_DIR}"
  read_url
  cd "$BACKUP_DIR/$name"
  sha256sum --check --quiet SHA256SUMS >&2 || fail "the backup $name is damaged"
  refuse_sessions
  if [[ $replace ]]; then empty; else refuse_content; fi
  # A row refers to its file, so files come first.
  if [[ $FILE_DIR && -e files.tar ]]; then restore_files; fi
  create_owners
  pg_restore --dbname="$url" --exit-on-error --jobs=2 database.dump
  sql <<<'analyze;'
  local at=${name:0:4}-${name:4:2}-${name:6:2}T${name:9:2}:${name:11:2}:${name:13:2}Z
  echo "$name is restored. After the start: parley event:republish --from $(date --utc --date="$at - 1 hour" +%FT%TZ)"
}

refuse_sessions() {
  local found
  found=$(sql <<<"select string_agg(distinct coalesce(nullif(application_name, ''), usename), ', ') from pg_stat_activity
    where datname = current_database() and usesysid is not null and pid <> pg_backend_pid();")
  [[ -z $found ]] || fail "stop every process first: $found has a connection to the database"
}

refuse_content() {
  local found
  found=$(sql <<<"select string_agg(nspname, ', ') from $SCHEMAS;")
  [[ -z $found ]] || fail "the database has the schemas $found: restore --replace drops them"
  if [[ $FILE_DIR && $(stored | tr '\0' ' ') ]]; then fail "$FILE_DIR has files: restore --replace removes them"; fi
}

empty() {
  sql <<<"select format('drop schema %I cascade', nspname) from $SCHEMAS \\gexec"
  if [[ $FILE_DIR ]]; then (cd "$FILE_DIR" && stored | xargs --null --no-run-if-empty rm -r); fi
}

restore_files() {
  tar --extract --numeric-owner --file=files.tar --directory="$FILE_DIR"
  local first
  first=$(find "$FILE_DIR" -mindepth 1 -maxdepth 1 -name 'ws_*' -print -quit)
  # A new volume of Docker belongs to root, and the file service adds folders to it.
  if [[ $EUID -eq 0 && $first ]]; then chown --reference="$first" "$FILE_DIR"; fi
}

# The roles that own schemas, on a server without them. The migration job sets their passwords.
create_owners() {
  local owners
  owners=$(pg_restore --list database.dump | awk '$4 == "SCHEMA" && $6 != "public" { print $7 }' | sort --unique)
  sql --set=owners="$owners" <<<"select format('create role %I nologin', owner)
      from unnest(string_to_array(:'owners', chr(10))) owner where to_regrole(quote_ident(owner)) is null \\gexec
    select format('grant %I to current_user', owner)
      from unnest(string_to_array(:'owners', chr(10))) owner where not pg_has_role(owner, 'member') \\gexec"
}

# Runs statements of its input, and prints rows alone.
sql() {
  PGOPTIONS='-c client_min_messages=error' psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@" "$url"
}

# The password goes into the environment: arguments of programs are shown by `ps`.
read_url() {
  url=${DATABASE_URL:-}
  if [[ ${DATABASE_URL_FILE:-} ]]; then url=$(<"$DATABASE_URL_FILE"); fi
  [[ $url ]] || fail 'set DATABASE_URL or DATABASE_URL_FILE' 2
  if [[ $url =~ ^(postgres(ql)?://[^:/@]*):([^/@]*)@(.*)$ ]]; then
    PGPASSWORD=$(printf '%b' "${BASH_REMATCH[3]//%/\\x}")
    export PGPASSWORD
    url=${BASH_REMATCH[1]}@${BASH_REMATCH[4]}
  fi
}

fail() {
  echo "backup.sh: $1" >&2
  exit "${2:-1}"
}

main "$@"
