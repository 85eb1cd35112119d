import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** node:crypto makes keys but signs no certificates. */
export const hasOpenssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Settings with a certificate for `altName` that the authority signed, in files of the folder. */
export function certified(
  folder: string,
  owner: string,
  authority: string,
  altName: string,
): Record<'RPC_TLS_CERT' | 'RPC_TLS_KEY' | 'RPC_TLS_CA', string> {
  const path = (file: string) => join(folder, file);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj'];
  const [caKey, ca] = [path(`${authority}.key`), path(`${authority}.pem`)];
  const [key, request, cert] = [path(`${owner}.key`), path(`${owner}.csr`), path(`${owner}.pem`)];
  openssl('req', '-x509', ...ec, `/CN=${authority}`, '-days', '2', '-keyout', caKey, '-out', ca);
  openssl('req', ...ec, `/CN=${owner}`, '-keyout', key, '-out', request);
  writeFileSync(path('ext'), `subjectAltName=${altName}`);
  const signed = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', path('ext')];
  openssl('x509', '-req', '-in', request, ...signed, '-out', cert);
  return { RPC_TLS_CERT: cert, RPC_TLS_KEY: key, RPC_TLS_CA: ca };
}
