// The reference server for uploads: one Fastify process that pipes the file of a form to the disk, as @fastify/multipart
// does (the same parser), with no authentication, limits, hash, type, database or second process.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import busboy from '@fastify/busboy';
import Fastify from 'fastify';

const app = Fastify({ bodyLimit: 1024 ** 3 });
app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));

let files = 0;
app.post('/v1/files', async ({ raw }, reply) => {
  const id = `file_${(files += 1)}`;
  const form = new busboy.Busboy({ headers: raw.headers });
  const written = [];
  form.on('file', (_field, stream) =>
    written.push(pipeline(stream, createWriteStream(join(process.env.FOLDER, id)))),
  );
  await pipeline(raw, form);
  await Promise.all(written);
  return reply.code(201).send({ data: { id } });
});

console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
