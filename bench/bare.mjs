// The reference server for all ratios: one Fastify process over pg with prepared statements, on the same rows as the
// platform, with no authentication, limits, validation, events or second process.
import Fastify from 'fastify';
import pg from 'pg';

const { DATABASE_URL, WORKSPACE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const app = Fastify();

const prepared = (name, text) => (values) => pool.query({ name, text, values });
const find = prepared(
  'find',
  'select * from ticket.ticket where workspace_id = $1 and mode = $2 and id = $3',
);
const list = prepared(
  'list',
  `select * from ticket.ticket where workspace_id = $1 and mode = $2 and status = $3
   order by created_at desc, id desc limit 25`,
);
const insert = prepared(
  'insert',
  `insert into bare.ticket (workspace_id, mode, id, version, subject, description, status, priority, tags,
     tag_keys, sla_started_at, sla_warning_at, sla_due_at, created_at, updated_at)
   values ($1, $2, gen_random_uuid(), 1, $3, $4, 'open', $5, $6, $6, now(), now(), now(), now(), now()) returning *`,
);

app.get('/v1/tickets/:id', async (request, reply) => {
  const { rows } = await find([WORKSPACE, 'live', request.params.id]);
  if (rows.length === 0) return reply.code(404).send({ error: 'not found' });
  return { data: rows[0] };
});
app.get('/v1/tickets', async (request) => {
  const { rows } = await list([WORKSPACE, 'live', request.query.status]);
  return { data: rows };
});
app.post('/v1/tickets', async (request, reply) => {
  const { subject, description, priority, tags } = request.body;
  const { rows } = await insert([WORKSPACE, 'live', subject, description, priority, tags]);
  return reply.code(201).send({ data: rows[0] });
});

const address = await app.listen({ port: 0, host: '127.0.0.1' });
console.log(address);
