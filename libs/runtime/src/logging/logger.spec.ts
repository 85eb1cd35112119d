import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';

type Line = Record<string, unknown> & { level: string; time: string };

/** The lines that a logger writes. */
function logged(level: string, write: (logger: ReturnType<typeof createLogger>) => void): Line[] {
  const lines: string[] = [];
  write(createLogger('ticket', level, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Line);
}

describe('a log line', () => {
  it('is JSON with service, level as text, ISO time and message', () => {
    const [line] = logged('info', (logger) => logger.warn({ request_id: 'r1' }, 'something odd'));
    expect(line).toMatchObject({ name: 'ticket', level: 'warn', request_id: 'r1', msg: 'something odd' });
    expect(line?.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is omitted below the minimum log level', () => {
    expect(logged('warn', (logger) => logger.info('chatter'))).toEqual([]);
    expect(logged('silent', (logger) => logger.fatal('the end'))).toEqual([]);
  });

  it.each([
    'authorization',
    'cookie',
    'secret',
    'password',
    'token',
    'key',
    'code',
    'refresh_token',
    'client_secret',
  ])('redacts %s at any depth', (field) => {
    const hidden = { [field]: 'hunter2' };
    const lines = logged('info', (logger) => {
      logger.info({ ...hidden }, 'flat');
      logger.info({ body: { ...hidden } }, 'one down');
      logger.info({ request: { headers: { ...hidden } } }, 'two down');
      logger.info({ queue: { items: [{ ...hidden }] } }, 'in a list');
      logger.child({ ...hidden }).info('bound');
    });
    expect(lines.map((line) => line['msg'])).toEqual(['flat', 'one down', 'two down', 'in a list', 'bound']);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]?.[field]).toBe('[redacted]');
  });

  it('does not modify the logged object', () => {
    const body = { token: 'hunter2' };
    logged('info', (logger) => logger.info({ body }, 'request'));
    expect(body.token).toBe('hunter2');
  });
});

describe('a logged error', () => {
  const failed = (error: unknown): Record<string, unknown> =>
    logged('info', (logger) => logger.error({ err: error }, 'failed'))[0]?.['err'] as Record<string, unknown>;

  it('has type, message, stack and its code', () => {
    const error = Object.assign(new TypeError('out of cheese'), { code: 'ECONNREFUSED', port: 5432 });
    expect(failed(error)).toEqual({
      type: 'TypeError',
      message: 'out of cheese',
      stack: expect.stringContaining('logger.spec.ts'),
      code: 'ECONNREFUSED',
      port: 5432,
    });
  });

  it('of the database names the violated constraint without the values', () => {
    const driverError = Object.assign(new Error('duplicate key value'), {
      detail: 'Key (email)=(dana@x.com)',
    });
    const error = Object.assign(new Error('duplicate key value violates unique constraint "contact_email"'), {
      query: 'insert into member …',
      parameters: ['dana@x.com', '$argon2id$…'],
      driverError,
      detail: 'Key (email)=(dana@x.com) already exists.',
      code: '23505',
      table: 'contact',
      constraint: 'contact_email',
    });
    const shown = failed(error);
    expect(shown).toMatchObject({ code: '23505', table: 'contact', constraint: 'contact_email' });
    expect(JSON.stringify(shown)).not.toMatch(/dana@|argon2id/);
  });

  it('shows its causes in the stack', () => {
    const error = new Error('not stored', { cause: new Error('disk full') });
    expect(failed(error)['stack']).toMatch(/not stored[\s\S]*caused by: Error: disk full/);
  });

  it('may be any thrown value', () => {
    expect(failed('a text')).toBe('a text');
  });
});
