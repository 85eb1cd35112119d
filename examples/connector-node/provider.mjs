// provider.mjs
const { PROVIDER_URL } = process.env;

/**
 * Sends a message, and says what to report. Replace it by a call of your provider, which sends what has the same key once, and repeats the
 * reference in its receipts. Throws if the provider asks to come again, as the webhook does by itself.
 */
export async function provide(key, message) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const [body, signal] = [JSON.stringify(message), AbortSignal.timeout(10_000)];
  // Without an answer in time nobody knows whether it was sent.
  const answer = fetch(PROVIDER_URL, { method: 'POST', headers, body, signal });
  const { status } = await answer.catch(() => ({ status: 504 }));
  if (status === 409 || status === 429) throw new Error(`The provider answers ${status}`);
  if (status < 300) return { status: 'sent' };
  const code = `http_${status}`;
  if (status < 500) return { status: 'failed', error: { code, message: 'The provider refuses it.' } };
  return { status: 'unknown', error: { code, message: 'Nobody knows whether the provider has sent it.' } };
}
