import { afterEach, expect, it, jest } from '@jest/globals';
import { findProcedure, notFound, services } from '@parley/contracts';
import { InProcessFiles } from '@parley/files';
import { newId } from '@parley/runtime/records';
import { InProcessRpc, Rpc } from '@parley/rpc';
import { fillDemo } from './demo.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('fills the demo workspace on a machine that takes 3 s for each call', async () => {
  const transport = new InProcessRpc();
  const called: string[] = [];
  let slept = 0;
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + slept);
  for (const service of services)
    transport.serve(service, async (procedureId) => {
      called.push(procedureId);
      slept += 3_000;
      // Long enough for a deadline that has passed to end the call.
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { value: { id: findProcedure(procedureId)?.id }, replayed: false };
    });
  const uploads = new InProcessFiles();
  await uploads.serve({
    receive: (_ctx, { id, name }) => Promise.resolve({ id, name, size: 1, mime_type: '', sha256: '' }),
    open: () => Promise.reject(notFound('file')),
  });
  await fillDemo(new Rpc(transport), uploads, newId('workspace'));
  expect(called.filter((id) => id === 'ticket.create')).toHaveLength(7);
  expect(slept).toBeGreaterThan(60_000);
});
