// A connector that keeps a copy of a list by polling `updated_after`, and the writers that change its records meanwhile. It is also
// what test/e2e/sync.full.spec.ts runs, in a short form.

import { seededRandom } from '@parley/sample-data';

const PRIORITIES = ['urgent', 'high', 'normal', 'low'];
const STATUSES = ['open', 'pending', 'resolved', 'closed'];

/** How the records of each list are made and changed, by the number of the change; some are changed several at a time. */
const KINDS = {
  tickets: {
    create: (n, oneOf) => ({ subject: `Ticket ${n}`, priority: oneOf(PRIORITIES) }),
    update: (n, oneOf) => ({ subject: `Change ${n}`, status: oneOf(STATUSES) }),
    bulk: (n) => ({ tags: [`change-${n}`] }),
  },
  conversations: {
    create: (n, oneOf) => ({
      subject: `Conversation ${n}`,
      contact: { email: 'writer@example.com' },
      priority: oneOf(PRIORITIES),
    }),
    update: (n, oneOf) => ({ subject: `Change ${n}`, priority: oneOf(PRIORITIES) }),
  },
  contacts: {
    create: (n) => ({ name: `Contact ${n}`, email: `contact-${n}@example.com` }),
    update: (n) => ({ name: `Change ${n}` }),
    bulk: (n) => ({ company: `Company ${n}` }),
  },
};

/** A client of the API with nothing but fetch. Throws unless a request succeeds. */
function apiOf({ url, headers }) {
  return async (path, body, method = body === undefined ? 'GET' : 'POST') => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

/** A copy of the records that changed since a time. Each poll reads what has changed since the one before. */
export class SyncClient {
  copy = new Map();
  requests = 0;
  reads = 0;
  polls = 0;
  #cursor = null;

  /** @param updatedAfter ISO 8601; records that changed before are not copied. */
  constructor(platform, updatedAfter, list = 'tickets') {
    this.api = apiOf(platform);
    this.updatedAfter = updatedAfter;
    this.list = list;
  }

  async poll() {
    for (let more = true; more;) {
      const query = new URLSearchParams({ sort: 'updated_at', order: 'asc', per_page: '100' });
      query.set('updated_after', this.updatedAfter);
      if (this.#cursor !== null) query.set('cursor', this.#cursor);
      const { data, meta } = await this.api(`/v1/${this.list}?${query}`);
      for (const record of data) this.copy.set(record.id, record);
      this.requests += 1;
      this.reads += data.length;
      more = meta.next_cursor !== null;
      this.#cursor = meta.next_cursor ?? meta.resume_cursor;
    }
    this.polls += 1;
  }

  /** How the copy differs from what a list in another order has. */
  async differences() {
    const actual = new Map();
    let cursor = null;
    do {
      const query = new URLSearchParams({ sort: 'created_at', order: 'desc', per_page: '100' });
      if (cursor !== null) query.set('cursor', cursor);
      const { data, meta } = await this.api(`/v1/${this.list}?${query}`);
      for (const record of data) if (record.updated_at >= this.updatedAfter) actual.set(record.id, record);
      cursor = meta.next_cursor;
    } while (cursor !== null);
    const text = (record) => JSON.stringify(record);
    const stale = [...actual.values()].filter(
      (record) => this.copy.has(record.id) && text(this.copy.get(record.id)) !== text(record),
    );
    return {
      records: actual.size,
      missing: [...actual.keys()].filter((id) => !this.copy.has(id)).length,
      stale: stale.map((record) => ({ copied: this.copy.get(record.id), actual: record })),
      unexpected: [...this.copy.keys()].filter((id) => !actual.has(id)).length,
    };
  }
}

/** Changes records concurrently until so many changes have been made: a quarter creations, the rest updates, some in bulk. */
export async function changeRecords(platform, { list = 'tickets', changes, writers, seed }) {
  const { create, update, bulk } = KINDS[list];
  const api = apiOf(platform);
  const random = seededRandom(seed);
  const oneOf = (values) => values[Math.floor(random() * values.length)];
  const ids = [];
  let made = 0;
  const change = async () => {
    const kind = random();
    if (ids.length < 5 || kind < 0.25) {
      made += 1;
      const { data } = await api(`/v1/${list}`, create(made, oneOf));
      ids.push(data.id);
    } else if (kind < 0.9 || bulk === undefined) {
      made += 1;
      await api(`/v1/${list}/${oneOf(ids)}`, update(made, oneOf), 'PATCH');
    } else {
      const several = [...new Set(Array.from({ length: 5 }, () => oneOf(ids)))];
      made += several.length;
      await api(`/v1/${list}/bulk`, { ids: several, update: bulk(made) });
    }
  };
  const write = async () => {
    while (made < changes) await change();
  };
  await Promise.all(Array.from({ length: writers }, write));
  return made;
}

/**
 * Polls while writers make the changes, and once after their last response: the copy must be exact then.
 * @param pauseMs between two polls
 */
export async function syncDuringChanges(platform, { list = 'tickets', changes, writers, seed, pauseMs }) {
  const began = performance.now();
  const client = new SyncClient(platform, new Date(Date.now() - 1_000).toISOString(), list);
  const writing = { isOver: false };
  const made = changeRecords(platform, { list, changes, writers, seed }).finally(
    () => (writing.isOver = true),
  );
  // Reported below; the loop ends in either case.
  made.catch(() => undefined);
  while (!writing.isOver) {
    await client.poll();
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const total = await made;
  const seconds = (performance.now() - began) / 1_000;
  await client.poll();
  const { polls, requests, reads } = client;
  return { changes: total, seconds, polls, requests, reads, ...(await client.differences()) };
}
