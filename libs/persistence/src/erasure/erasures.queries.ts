import type { Mode } from '@parley/contracts';
import { systemStatement, tenantStatement, workspaceStatement } from '../statements/statement.ts';
import type { Erasure } from './service-erasure.ts';

/** Again from the start if it was complete. A repeat for a contact that is gone keeps the hash of its address, `$5`. */
export const insertErasure = workspaceStatement<never>(
  'erasure.insert',
  `insert into erasure as e (workspace_id, type, subject_id, mode, email_hash) values ($1, $2, $3, $4, $5)
   on conflict (workspace_id, type, subject_id) do update
     set step = 0, position = '', continues = null, erased = 0, rounds = 0, requested_at = now(), due_at = now(),
         email_hash = coalesce(excluded.email_hash, e.email_hash) where e.rounds > 0`,
);

/** Whether a contact whose address has the hash `$3` was erased after `$4`. */
export const findErasedEmail = tenantStatement<{ found: 1 }>(
  'erasure.find_email',
  `select 1 as found from erasure
    where workspace_id = $1 and mode = $2 and type = 'contact' and email_hash = $3 and requested_at > $4::timestamptz limit 1`,
);

export interface ErasureKey {
  workspace_id: string;
  type: Erasure['type'];
  subject_id: string;
}

export const findDueErasures = systemStatement<ErasureKey>(
  'erasure.find_due',
  'one job serves all workspaces',
  'select workspace_id, type, subject_id from erasure where due_at <= now() order by due_at limit 100',
);

export interface StoredErasure {
  mode: Mode | null;
  /** What a process of this release has stored, in the present round; null at its beginning, and if another release has stored where it is. */
  continues: { step: string | null; position: string } | null;
  /** Whether a release that counts the steps is in the midst of them. */
  is_counted: boolean;
  rounds: number;
  requested_at: Date;
  email_hash: Buffer | null;
  permitted: string;
}

export const lockErasure = workspaceStatement<StoredErasure>(
  'erasure.lock',
  // The setting permits the deletion of audit entries.
  `select mode, rounds, requested_at, email_hash,
      step <> 0 or position <> '' as is_counted,
      case when step = 0 and position = '' and (continues ->> 'rounds')::int = rounds
            and (continues ->> 'requested_at')::timestamptz = requested_at then continues end as continues,
      set_config('parley.erased_workspace', case type when 'workspace' then workspace_id::text else '' end, true) as permitted
     from erasure where workspace_id = $1 and type = $2 and subject_id = $3 and due_at <= now() for update skip locked`,
);

/** Stores the next step `$4`, null at the end of them, and its position. A release that counts the steps begins with the first one. */
export const advanceErasure = workspaceStatement<never>(
  'erasure.advance',
  `update erasure set step = 0, position = '', erased = erased + $6,
      continues = jsonb_build_object('rounds', rounds, 'requested_at', requested_at, 'step', $4::text, 'position', $5::text)
    where workspace_id = $1 and type = $2 and subject_id = $3`,
);

export const completeRound = workspaceStatement<never>(
  'erasure.complete_round',
  `update erasure set step = 0, position = '', continues = null, rounds = rounds + 1,
      due_at = now() + make_interval(secs => $4::double precision / 1000)
    where workspace_id = $1 and type = $2 and subject_id = $3`,
);

export const forgetErasure = workspaceStatement<never>(
  'erasure.forget',
  'delete from erasure where workspace_id = $1 and type = $2 and subject_id = $3',
);

export const findProgress = workspaceStatement<{ rounds: number; erased: number }>(
  'erasure.progress',
  `select rounds, erased::double precision as erased from erasure
    where workspace_id = $1 and type = $2 and subject_id = $3`,
);
