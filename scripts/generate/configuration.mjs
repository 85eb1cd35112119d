// Writes docs/configuration.md from the config classes: `npm run generate`. A test checks that both agree.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RedisConfig } from '@parley/authentication';
import { EventsConfig, RabbitConfig } from '@parley/events';
import { DownloadConfig, FileConfig } from '@parley/file';
import { PushConfig } from '@parley/automation';
import { FileLinksConfig, UploadLimitsConfig, FileTransportConfig } from '@parley/files';
import { GatewayConfig } from '@parley/gateway';
import { IdentityConfig } from '@parley/identity';
import { ListenerConfig, MailConfig, ProviderConfig, SystemMailConfig } from '@parley/mail';
import { KernelConfig, OperationsAddressesConfig, OperationsConfig } from '@parley/runtime/process';
import { TracingConfig } from '@parley/runtime/tracing';
import { MigrationConfig, PersistenceConfig } from '@parley/persistence';
import { RpcConfig } from '@parley/rpc';
import { StandaloneConfig } from '@parley/standalone';
import { TicketConfig } from '@parley/ticket';
import { WebhookConfig } from '@parley/webhook';

const PARTS = [
  ['Every process', KernelConfig],
  ['Every service', PersistenceConfig],
  ['The migration job, `npm run db:migrate`', MigrationConfig],
  ['Calls between processes', RpcConfig],
  ['The bytes of files between processes', FileTransportConfig],
  ['Events of services', EventsConfig],
  ['Events between processes', RabbitConfig],
  ['Redis of gateways, identity and file', RedisConfig],
  ['Health probes and metrics of every process', OperationsConfig],
  ['Operator commands', OperationsAddressesConfig],
  ['Traces of every process', TracingConfig],
  ['Gateway', GatewayConfig],
  ['Identity', IdentityConfig],
  ['Ticket', TicketConfig],
  ['File', FileConfig],
  ['Downloads, of the file service', DownloadConfig],
  ['Download URLs of files', FileLinksConfig],
  ['Limits of uploads, of gateways and the file service', UploadLimitsConfig],
  ['Mail', MailConfig],
  ['Mails that arrive by SMTP or LMTP, of the mail service', ListenerConfig],
  ['Mails that providers hand over, of the mail service', ProviderConfig],
  ['Mails of the product itself, of the mail service', SystemMailConfig],
  ['Webhook', WebhookConfig],
  ['Push messages, of the automation service', PushConfig],
  ['Standalone', StandaloneConfig],
];

export const CONFIGS = Object.fromEntries(PARTS.map(([, config]) => [config.name, config]));

const cell = (text) => text.replaceAll('|', '\\|');
/** Of a list with an entry for each service, the first one. */
const brief = (text) => (text.length > 100 ? text.replace(/,.*/, ',…') : text);
const fallback = (text) =>
  text === undefined ? '(required)' : text === '' ? '(empty)' : `\`${cell(brief(text))}\``;

const tables = PARTS.map(([title, { settings }]) => {
  const rows = Object.entries(settings).map(
    ([name, setting]) =>
      `| \`${name}\`${setting.secret === true ? ' (secret)' : ''} | ${fallback(setting.fallback)} | ${cell(setting.description)} |`,
  );
  return `## ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
});

export const document = `# Configuration

Environment variables; written by \`npm run generate\`, so change the config classes, not this page. Durations are
written \`500ms\`, \`20s\`, \`5m\`, \`1h\`, \`2d\`. All faults are told at once when a process starts.

Each setting marked (secret) can be given in a file instead: \`DATABASE_URL_FILE=/run/secrets/database-url\` reads
\`DATABASE_URL\` from that file, without the line break at its end. Only one of the two may be set. These files are
read when a process starts; those of certificates (\`RPC_TLS_…\`) are read again every 10 s.

\`npm start\` sets what a newcomer need not know: \`DATABASE_URL\` (its own PostgreSQL) and \`ENCRYPTION_KEYS\` (made at the
first start, kept in the data folder), \`GATEWAY_HOST=127.0.0.1\`, \`LOG_LEVEL=warn\`, and 127.0.0.0/8,::1/128 in \`WEBHOOK_ALLOW_CIDRS\` and
\`MAIL_ALLOW_CIDRS\` while \`GATEWAY_HOST\` is a loopback address. Each of them can be set; an explicit empty value counts.

\`DATABASE_URL\`, \`AMQP_URL\` and \`REDIS_URL\` each replace a part of \`npm start\` (its PostgreSQL, events within the process,
limits in memory) by a server; there, what is not set is not used, whatever the default below.

${tables.join('\n')}`;

if (process.argv[1] === import.meta.filename) {
  await writeFile(join(import.meta.dirname, '../../docs/configuration.md'), document);
}
