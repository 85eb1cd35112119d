// Certificates for the proxy, as openssl would make them: node:crypto makes keys, but signs no certificates (X.509, RFC 5280).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

function der(tag, ...parts) {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts) => der(0x30, ...parts);
const octets = (...parts) => der(0x04, ...parts);
const bits = (unused, bytes) => der(0x03, Buffer.from([unused]), bytes);
const oid = (hex) => der(0x06, Buffer.from(hex, 'hex'));
const TRUE = der(0x01, Buffer.from([0xff]));

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');

const nameOf = (text) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
const timeOf = (date) => der(0x17, Buffer.from(date.toISOString().replaceAll(/^20|[-:T]|\.\d+/g, '')));
/** OpenSSL compares that of the subject with that of the issuer. */
const keyId = ({ publicKey }) => createHash('sha1').update(spki(publicKey)).digest();
const spki = (publicKey) => publicKey.export({ type: 'spki', format: 'der' });

const extension = (id, value, isCritical = false) =>
  sequence(oid(id), ...(isCritical ? [TRUE] : []), octets(value));

function certificate({ subject, keys, issuer, extensions }) {
  const day = 86_400_000;
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(8)]);
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ECDSA_SHA256,
    nameOf(issuer.subject),
    sequence(timeOf(new Date(Date.now() - day)), timeOf(new Date(Date.now() + 30 * day))),
    nameOf(subject),
    spki(keys.publicKey),
    der(
      0xa3,
      sequence(
        extension('551d0e', octets(keyId(keys))),
        extension('551d23', sequence(der(0x80, keyId(issuer.keys)))),
        ...extensions,
      ),
    ),
  );
  const bytes = sequence(body, ECDSA_SHA256, bits(0, sign('sha256', body, issuer.keys.privateKey)));
  const lines = bytes.toString('base64').match(/.{1,64}/g);
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** An authority that lives as long as the process. @param {string} subject */
export function newAuthority(subject) {
  const keys = newKeys();
  const issuer = { subject, keys };
  const isAuthority = extension('551d13', sequence(TRUE), true);
  const signsCertificates = extension('551d0f', bits(2, Buffer.from([0x04])), true);
  const ca = certificate({ subject, keys, issuer, extensions: [isAuthority, signsCertificates] });
  return {
    /** In PEM. */
    ca,
    /** @param {...string} addresses @returns {{key: string, cert: string}} of a server at localhost and at these addresses */
    server(...addresses) {
      const own = newKeys();
      const ofAddresses = addresses.map((address) => der(0x87, Buffer.from(address.split('.').map(Number))));
      const names = sequence(der(0x82, Buffer.from('localhost')), ...ofAddresses);
      const isServer = extension('551d25', sequence(oid('2b06010505070301')));
      const isNoAuthority = extension('551d13', sequence(), true);
      const signs = extension('551d0f', bits(7, Buffer.from([0x80])), true);
      const extensions = [isNoAuthority, signs, isServer, extension('551d11', names)];
      const cert = certificate({ subject: 'localhost', keys: own, issuer, extensions });
      return { key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }), cert };
    },
  };
}
