import { expect, it } from '@jest/globals';
import { services } from '@parley/contracts';
import pg from 'pg';

it('each service logs in to the database as its own role, which has the settings of its sessions', async () => {
  const client = new pg.Client({ connectionString: process.env['E2E_SERVICES_DATABASE_URL'] });
  await client.connect();
  const { rows } = await client.query<{ role: string; settings: string[] | null }>(
    `select distinct usename as role, setconfig as settings from pg_stat_activity
       left join pg_db_role_setting on setdatabase = datid and setrole = usesysid
      where datname = current_database() and application_name like 'parley-%'`,
  );
  await client.end();
  expect(rows.map(({ role }) => role).toSorted()).toEqual(
    services.map((service) => `parley_${service}`).toSorted(),
  );
  for (const { role, settings } of rows)
    expect(settings).toContain(`search_path=${role.slice('parley_'.length)}`);
});
