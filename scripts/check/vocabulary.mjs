// `npm run check`: fails where tracked text uses a word that CONTEXT.md replaced with the field's standard term.
// Each entry is a pattern and the term to use; patterns ignore case only where they carry the `i` flag.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export const BANNED = [
  [/\bchores?\b/i, 'scheduled job'],
  [/\btroubles?\b/i, 'failure'],
  [/\b(un)?seal(s|ed|er|ing)?\b|sealed_/i, 'encrypt, encryptor'],
  [/\b(Keyed)?Lanes?\b/i, 'keyed queue, connection'],
  [/\bPACE_MS\b/, 'debounce window'],
  [/\b[Ss]hown(As|Contact|Assignee|Conversation|Message|Ticket)\b/, 'summary'],
  [/\bpark(ed|s)?(_at)?\b/i, 'dead-letter'],
  [/\bUnusable\b/, 'poison message'],
  [
    /\bgathered\b|\bmetOf\b|\bleftOf\b|\baskedOfAll\b|\bwayOf\b/,
    'scan strategy: materialize, boundedScan, remaining',
  ],
  [/\binsurance/i, 'fallback limiter, degraded mode'],
  [/\bnew Fills\b|\btombs?\b|parleyBury/i, 'read-through cache, tombstone, revoke'],
  [/\bliame\b/, 'email_reversed'],
  [/transactionOf(Many)?\b/, 'batchTransaction'],
  [/\bfarewell/i, 'deprecation headers'],
  [/\bOwnOperations\b|own-operations/, 'gateway operations'],
  [/\bKEEPERS\b|refuseKeyOfOthers/, 'idempotency stores, assertKeyUnused'],
  [/\bVisits?\b/, 'session'],
  [/\bforger(y|ies)\b(?! token)|\bisGenuine\b/i, 'CSRF'],
  [/operator's door|\bknocks?\b/i, 'control socket, connect'],
  [/\bHappenings?\b/, 'outgoing event'],
  [/\bTagNews\b|tellsOfTags/, 'tag change, affectsTags'],
  [/address-judge|judg(e|es|ed|ing)(Connector|Address|Url)?\b/, 'SSRF guard; check'],
  [/\bboarded\b/, 'onAssigned'],
  [/settled_deliver|\bsettled deliver/i, 'completed'],
  [/\bis_proven\b|\bunproven\b|\bproven\b(?= (endpoint|until))/, 'half-open'],
  [
    /\bbroken_until\b|\bbreaks_total\b|\bendpoints_resting\b|\brate_used_until\b/,
    'circuit_open_until, circuit_trips',
  ],
  [/\bsla_next_at\b|\bshown_(due|warning)_at\b/, 'sla_next_transition_at, effective_due_at'],
  [/\bannounceClock\b|\bSlaWatch\b|\bsla-watch\b/, 'emit SLA transitions, SLA scheduler'],
  [/\bUsedUpAddresses\b|used-up-addresses/, 'blocked addresses'],
  [/\breach(Redis|Database|Broker)\b/, 'ping, check…Connection'],
  [/(libs|@parley)\/admission|\bAdmissionRecords\b/, 'authentication, token store'],
  [/contact_copy|user_copy|\bWordRenewal\b|\bsearch_stale\b/, 'projection, reindex job, reindex queue'],
  [
    /\bCopySubscribers\b|\b(find|keep)(Contact|User)Copy|\btoldOf\b|\brenewNextWords\b|\brenewAll\b/,
    'ProjectionSubscribers, projection, reindex',
  ],
  [/\bretired_(secrets|until)\b|\bretired secrets?\b/i, 'previous_secrets, previous secret'],
  [/\baudit[_ -]events?\b|\bAuditEvent/i, 'audit entry'],
  [/\bScopedContext\b|\bclock-news\b/, 'TenantOrWorkspaceContext, SLA transitions'],
  [/\bpatience\b/i, 'timeout'],
  [/\bmade-up\b|\bSeeding\b/, 'sample data, seed'],
  [/Least level/, 'minimum log level'],
  [/\bisUnfitValue\b|\bbrokenUnique\b|\bisRaceLost\b/, 'isDataException, uniqueViolation'],
  [/\b(every|each) so often\b|\bis told of once\b/i, 'periodically; logged once'],
  [/\bsomebody's\b|\bwhoever\b/i, 'name the actor: the caller, another process'],
  [/^(<{7}|>{7})(?= )/, 'one side of the merge conflict'],
];

const CHECKED = /\.(tsx?|mjs|sql|md|ya?ml)$|^openapi\/openapi\.json$|^package\.json$/;
const EXEMPT = new Set(['scripts/check/vocabulary.mjs', 'LICENSE']);

/** Every use of a banned word in a text: line number, the word, and the term to use. */
export function findBanned(text) {
  return text.split('\n').flatMap((line, index) =>
    BANNED.flatMap(([pattern, term]) => {
      const match = pattern.exec(line);
      return match === null ? [] : [{ line: index + 1, word: match[0], term }];
    }),
  );
}

function trackedFiles(paths) {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...paths], { cwd: root, encoding: 'utf8' });
  return listed.split('\0').filter((path) => CHECKED.test(path) && !EXEMPT.has(path));
}

if (process.argv[1] === import.meta.filename) {
  const findings = trackedFiles(process.argv.slice(2)).flatMap((path) =>
    findBanned(readFileSync(join(root, path), 'utf8')).map((found) => ({ path, ...found })),
  );
  for (const { path, line, word, term } of findings) console.log(`${path}:${line}: "${word}" → ${term}`);
  if (findings.length > 0) {
    console.log(`${findings.length} uses of words that CONTEXT.md replaced`);
    process.exitCode = 1;
  }
}
